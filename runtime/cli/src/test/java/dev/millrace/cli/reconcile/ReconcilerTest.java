package dev.millrace.cli.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.PaneKind;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.WindowSpec;
import java.util.List;
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
    reconciler.late(Sums.late(1, 4, 10));
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

  @Test // W3
  void shouldNotBeCleanWhenARecordWasSetAsideThatWasNotTooLate() {
    reconciler.late(Sums.late(1, 4, 9));
    reconciler.input(Sums.input("a", 0, "3"));
    reconciler.input(Sums.input("a", 1, "4"));
    reconciler.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "3"));
    Reconciliation outcome = reconciler.compare(0, EVER, 10);
    assertThat(outcome.lateWrongly()).isEqualTo(1);
    assertThat(outcome.isClean()).isFalse();
    assertThat(outcome.verdict())
        .isEqualTo("Not right: 1 records were set aside as late and were not.");
  }

  private static Reconciler<Long, Long, Long> discarding(KeySource key) {
    return new Reconciler<>(
        Sums.of(TEN, AccumulationMode.DISCARDING, EmissionSpec.ON_COMPLETE, key));
  }

  @Test // W9
  void shouldBeCleanWhenDiscardingPanesHoldRunsOfTheEvents() {
    Reconciler<Long, Long, Long> runs = discarding(KeySource.RECORD_KEY);
    for (int offset = 0; offset < 4; offset++) {
      runs.input(Sums.input("a", offset, Integer.toString(offset)));
    }
    runs.output(Sums.pane("a", 0, 10, PaneKind.EARLY, 0, "1"));
    runs.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 1, "2"));
    runs.output(Sums.pane("a", 0, 10, PaneKind.LATE, 2, "3"));
    assertThat(runs.compare(0, EVER, 10).isClean()).isTrue();
  }

  @Test // W9
  void shouldDifferWhenDiscardingPanesLeaveAnEventOutOrCountItTwice() {
    Reconciler<Long, Long, Long> left = discarding(KeySource.RECORD_KEY);
    Reconciler<Long, Long, Long> twice = discarding(KeySource.RECORD_KEY);
    for (Reconciler<Long, Long, Long> runs : List.of(left, twice)) {
      runs.input(Sums.input("a", 0, "1"));
      runs.input(Sums.input("a", 1, "2"));
      runs.input(Sums.input("a", 2, "5"));
      runs.output(Sums.pane("a", 0, 10, PaneKind.EARLY, 0, "3"));
    }
    twice.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 1, "8"));
    assertThat(left.compare(0, EVER, 10).examples())
        .containsExactly(new Difference("a", 0, 10, "8", "3"));
    assertThat(twice.compare(0, EVER, 10).examples())
        .containsExactly(new Difference("a", 0, 10, "8", "3, then 8"));
  }

  @Test
  void shouldSayThatAWindowCannotBeCheckedWhenItsOrderIsNotKnown() {
    Reconciler<Long, Long, Long> runs = discarding(KeySource.REKEY);
    runs.input(Sums.input(0, "a", 0, "1"));
    runs.input(Sums.input(1, "a", 0, "2"));
    runs.output(Sums.pane("a", 0, 10, PaneKind.EARLY, 0, "2"));
    runs.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 1, "1"));
    Reconciliation outcome = runs.compare(0, EVER, 10);
    assertThat(outcome.unchecked()).isEqualTo(1);
    assertThat(outcome.verdict()).endsWith("; 1 windows could not be checked.");
  }

  @Test // W5
  void shouldCompareTheGlobalWindowPaneByPane() {
    EmissionSpec everyTwo = new EmissionSpec(EmissionMode.EARLY, 2, 0, false);
    for (String second : List.of("10", "6")) {
      Reconciler<Long, Long, Long> global =
          new Reconciler<>(
              Sums.of(
                  new WindowSpec.Global(),
                  AccumulationMode.ACCUMULATING,
                  everyTwo,
                  KeySource.RECORD_KEY));
      for (int offset = 0; offset < 5; offset++) {
        global.input(Sums.input("a", offset, Integer.toString(offset + 1)));
      }
      global.output(Sums.pane("a", Long.MIN_VALUE, EVER, PaneKind.EARLY, 0, "3"));
      global.output(Sums.pane("a", Long.MIN_VALUE, EVER, PaneKind.EARLY, 1, second));
      // With the last of five events the third pane is not full yet; 6 leaves two events out.
      assertThat(global.compare(Long.MIN_VALUE, EVER, 10).isClean()).isEqualTo(second.equals("10"));
    }
  }

  @Test // W3, W5
  void shouldLeaveARecordOutOfThoseWindowsOnlyForWhichItWasTooLate() {
    Reconciler<Long, Long, Long> sliding =
        new Reconciler<>(Sums.of(new WindowSpec.Sliding(10, 5, 0)));
    sliding.input(Sums.input("a", 0, "3"));
    sliding.input(Sums.input("a", 1, "12"));
    sliding.input(Sums.input("a", 2, "7"));
    sliding.output(Sums.pane("a", -5, 5, PaneKind.ON_TIME, 0, "3"));
    sliding.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "3"));
    sliding.output(Sums.pane("a", 5, 15, PaneKind.ON_TIME, 0, "19"));
    sliding.output(Sums.pane("a", 10, 20, PaneKind.ON_TIME, 0, "12"));
    Reconciliation outcome = sliding.compare(-100, EVER, 10);
    assertThat(outcome.examples()).isEmpty();
    assertThat(outcome.partlyLate()).isEqualTo(1);
    assertThat(outcome.verdict())
        .isEqualTo("Everything is right: 4 windows are as the log says, and nothing came twice.");
  }

  @Test // W8
  void shouldBelieveAWatermarkThatALateRecordShowsWhenNoRecordHadMovedIt() {
    Reconciler<Long, Long, Long> sliding =
        new Reconciler<>(Sums.of(new WindowSpec.Sliding(10, 5, 0)));
    sliding.late(Sums.late(1, 2, 12));
    sliding.input(Sums.input("a", 0, "3"));
    sliding.input(Sums.input("a", 1, "2"));
    sliding.input(Sums.input("a", 2, "7"));
    sliding.output(Sums.pane("a", -5, 5, PaneKind.ON_TIME, 0, "3"));
    sliding.output(Sums.pane("a", 0, 10, PaneKind.ON_TIME, 0, "3"));
    sliding.output(Sums.pane("a", 5, 15, PaneKind.ON_TIME, 0, "7"));
    assertThat(sliding.compare(-100, EVER, 10).isClean()).isTrue();
  }
}
