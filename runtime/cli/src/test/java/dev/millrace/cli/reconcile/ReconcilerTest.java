package dev.millrace.cli.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.cli.CliException;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.WindowSpec;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
  private static final WindowSpec TEN = new WindowSpec.Tumbling(10, 0);
  private static final long EVER = Long.MAX_VALUE;

  private final Reconciler<Long, Long, Long> reconciler = new Reconciler<>(Sums.of(TEN));

  @Test
  void shouldBeCleanWhenTheLastPanesAreTheSums() {
    reconciler.input(Sums.input("a", 0, "3"));
    reconciler.input(Sums.input("a", 1, "4"));
    reconciler.input(Sums.input("b", 2, "4"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.EARLY, 0, "3"));
    reconciler.output(Sums.pane("b", 0, 10, PaneKind.ON_TIME, 0, "4"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 1, "7"));
    Reconciliation outcome = reconciler.compare(0, EVER, 10);
    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.windows()).isEqualTo(2);
    assertThat(outcome.panesByKind()).containsEntry("early", 1L).containsEntry("on-time", 2L);
  }

  @Test
  void shouldShowBothSidesWhenAResultIsWrong() {
    reconciler.input(Sums.input("a", 0, "3"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "4"));
    Reconciliation outcome = reconciler.compare(0, EVER, 10);
    assertThat(outcome.isClean()).isFalse();
    assertThat(outcome.examples()).containsExactly(new Difference("a", 0, 10, "3", "4"));
  }

  @Test
  void shouldDifferWhenAWindowIsMissingOrInvented() {
    reconciler.input(Sums.input("a", 0, "3"));
    reconciler.output(Sums.pane("b", 0, 10, PaneKind.ON_TIME, 0, "4"));
    assertThat(reconciler.compare(0, EVER, 10).examples())
        .containsExactly(
            new Difference("a", 0, 10, "3", null), new Difference("b", 0, 10, null, "4"));
  }

  @Test
  void shouldNotBeCleanWhenAPaneComesTwice() {
    reconciler.input(Sums.input("a", 0, "3"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "3"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "3"));
    Reconciliation outcome = reconciler.compare(0, EVER, 10);
    assertThat(outcome.differences()).isZero();
    assertThat(outcome.outOfSequence()).isEqualTo(1);
    assertThat(outcome.isClean()).isFalse();
  }

  @Test
  void shouldLeaveOutOpenWindowsWhenThePeriodEndsBefore() {
    reconciler.input(Sums.input("a", 0, "3"));
    reconciler.input(Sums.input("a", 1, "14"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "3"));
    Reconciliation outcome = reconciler.compare(0, 10, 10);
    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.windows()).isEqualTo(1);
    assertThat(outcome.outsideWindows()).isEqualTo(1);
  }

  @Test
  void shouldMissNothingWhenARecordIsInTheLateTopic() {
    reconciler.late(Sums.letter(1, ""));
    reconciler.input(Sums.input("a", 0, "3"));
    reconciler.input(Sums.input("a", 1, "4"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "3"));
    Reconciliation outcome = reconciler.compare(0, EVER, 10);
    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.late()).isEqualTo(1);
  }

  @Test
  void shouldCountRejectsOfBothSidesWhenRecordsAreNoEvents() {
    reconciler.deadLetter(Sums.letter(1, "undecodable"));
    reconciler.deadLetter(Sums.letter(2, "future_ts"));
    reconciler.input(Sums.input("a", 0, "3"));
    reconciler.input(Sums.input("a", 1, "no number"));
    reconciler.input(Sums.input("a", 2, "5"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "3"));
    Reconciliation outcome = reconciler.compare(0, EVER, 10);
    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.rejected()).isEqualTo(2);
  }

  @Test
  void shouldDifferWhenAGoodRecordWasRejected() {
    reconciler.deadLetter(Sums.letter(0, "undecodable"));
    reconciler.input(Sums.input("a", 0, "3"));
    Reconciliation outcome = reconciler.compare(0, EVER, 10);
    assertThat(outcome.isClean()).isFalse();
    assertThat(outcome.differences()).isEqualTo(1);
  }

  @Test
  void shouldForgetTheFirstSessionWhenItWasRetracted() {
    Reconciler<Long, Long, Long> sessions = new Reconciler<>(Sums.of(new WindowSpec.Session(5)));
    sessions.input(Sums.input("a", 0, "1"));
    sessions.input(Sums.input("a", 1, "9"));
    sessions.input(Sums.input("a", 2, "6"));
    sessions.input(Sums.input("a", 3, "15"));
    sessions.output(Sums.pane("a", 1, 6, PaneKind.ON_TIME, 0, "1"));
    sessions.output(Sums.pane("a", 1, 6, PaneKind.RETRACTION, 1, "1"));
    sessions.output(Sums.pane("a", 1, 14, PaneKind.LATE, 0, "16"));
    sessions.output(Sums.pane("a", 15, 20, PaneKind.ON_TIME, 0, "15"));
    Reconciliation outcome = sessions.compare(0, EVER, 10);
    assertThat(outcome.examples()).isEmpty();
    assertThat(outcome.windows()).isEqualTo(2);
  }

  @Test
  void shouldRefuseWhenPanesAreOnlyPartsOfAResult() {
    assertThatThrownBy(() -> new Reconciler<>(Sums.of(TEN, AccumulationMode.DISCARDING)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("accumulation=discarding");
  }
}
