package dev.millrace.runtime.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.Decision;
import dev.millrace.engine.RejectReason;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.position.KnownPositions.CheckpointFacts;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.OffsetNote.Base;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where a partition starts (X3, X6, L3): the larger of what Kafka and the ledger know. */
class StartPositionTest {
  private static final String NOTE =
      new OffsetNote(7, new Base(50, true), List.of("60w8"), null).text();
  private static final CheckpointFacts AT_50 = new CheckpointFacts(50, 20, List.of("30w5"));
  private static final CheckpointFacts AT_20 = new CheckpointFacts(20, 0, List.of());

  private static KnownPositions known(
      long group, @Nullable String note, Progress ledger, CheckpointFacts... checkpoints) {
    return known(group, note, ledger, KnownPositions.NONE, checkpoints);
  }

  private static KnownPositions known(
      long group,
      @Nullable String note,
      Progress ledger,
      long ledgerCheckpoint,
      CheckpointFacts... checkpoints) {
    return new KnownPositions(
        group,
        note,
        ledger,
        ledgerCheckpoint,
        Arrays.asList(checkpoints),
        new LogRange(0, 1_000),
        Set.of());
  }

  private static Progress ledger(long committed, String... decisions) {
    return new Progress(committed, 9, Progress.NO_TIMER, 0, 0, "", List.of(decisions));
  }

  private static KnownPositions accepting(KnownPositions known, Loss loss) {
    return new KnownPositions(
        known.group(),
        known.groupMetadata(),
        known.ledger(),
        known.ledgerCheckpoint(),
        known.checkpoints(),
        known.log(),
        Set.of(loss));
  }

  @Test
  void shouldBeFreshWhenNothingIsKnown() {
    assertThat(StartPosition.decide(known(-1, null, Progress.NONE)).isFresh()).isTrue();
  }

  @Test
  void shouldTakeKafkasOffsetWhenTheLedgerIsBehind() {
    StartPosition start = StartPosition.decide(known(100, NOTE, ledger(90), AT_50));
    assertThat(start.committed()).isEqualTo(100);
    assertThat(start.report()).isNull();
    assertThat(start.decisionsFrom(50, true, List.of(AT_50)))
        .containsExactly(new Decision.Advance(60, 8));
  }

  @Test
  void shouldTakeKafkasOffsetWhenTheLedgerLostEverything() {
    assertThat(StartPosition.decide(known(100, NOTE, Progress.NONE, AT_50)).committed())
        .isEqualTo(100);
  }

  @Test
  void shouldTakeTheLedgersOffsetWhenTheGroupsExpired() {
    StartPosition start =
        StartPosition.decide(known(-1, null, ledger(100, "60w8", "100c5,4,AQ"), AT_50));
    assertThat(start.committed()).isEqualTo(100);
    assertThat(start.report()).contains("group=none").contains("ledger=100");
    assertThat(start.cursor()).isNotNull();
    assertThat(start.decisionsFrom(50, true, List.of(AT_50)))
        .containsExactly(new Decision.Advance(60, 8));
  }

  @Test
  void shouldReplayFromWhereItBeganWhenTheGroupExpiredBeforeTheFirstCheckpoint() {
    StartPosition start = StartPosition.decide(known(-1, null, ledger(100, "40s", "60w8")));
    assertThat(start.note()).isNotNull();
    assertThat(start.note().base()).isEqualTo(new Base(40, false));
    assertThat(start.decisionsFrom(40, false, List.of()))
        .containsExactly(new Decision.Advance(60, 8));
  }

  @Test
  void shouldRefuseWhenTheLedgersCheckpointIsUnreadableAndTheGroupExpired() {
    StartPosition start = StartPosition.decide(known(-1, null, ledger(100, "60w8"), 50, AT_20));
    assertThatThrownBy(() -> start.decisionsFrom(20, true, List.of(AT_20)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("from=20")
        .hasMessageContaining("to=50");
  }

  @Test
  void shouldApplyTheLedgersDecisionsWhenItHasNotHeardOfTheNewestCheckpoint() {
    StartPosition start =
        StartPosition.decide(known(-1, null, ledger(100, "30w5", "60w8"), 20, AT_50, AT_20));
    assertThat(start.decisionsFrom(50, true, List.of(AT_50, AT_20)))
        .containsExactly(new Decision.Advance(60, 8));
    assertThat(start.decisionsFrom(20, true, List.of(AT_50, AT_20)))
        .containsExactly(new Decision.Advance(30, 5), new Decision.Advance(60, 8));
  }

  @Test
  void shouldReportAndNotObeyWhenTheGroupsOffsetWasSetByHand() {
    for (long set : new long[] {10, 100, 500}) {
      StartPosition start = StartPosition.decide(known(set, "", ledger(100), AT_50));
      assertThat(start.committed()).isEqualTo(100);
      assertThat(start.report() != null).isEqualTo(set != 100);
    }
  }

  @Test
  void shouldRefuseWhenOnlyACheckpointIsKnown() {
    KnownPositions known = known(-1, null, Progress.NONE, AT_50);
    assertThatThrownBy(() -> StartPosition.decide(known))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("checkpointOffset=50")
        .hasMessageContaining("accept=missing-position");
    assertThat(StartPosition.decide(accepting(known, Loss.MISSING_POSITION)).committed())
        .isEqualTo(50);
  }

  @Test
  void shouldRefuseWhenAnotherToolSetTheOffsetBeforeTheFirstStart() {
    KnownPositions known = known(40, "", Progress.NONE);
    assertThatThrownBy(() -> StartPosition.decide(known))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("accept=group-offset");
    assertThat(StartPosition.decide(accepting(known, Loss.GROUP_OFFSET)).committed()).isEqualTo(40);
  }

  @Test
  void shouldFindAllDecisionsInLaterManifestsWhenAnOlderCheckpointIsRestored() {
    StartPosition start = StartPosition.decide(known(100, NOTE, ledger(90), AT_50, AT_20));
    assertThat(start.decisionsFrom(20, true, List.of(AT_50, AT_20)))
        .containsExactly(new Decision.Advance(30, 5), new Decision.Advance(60, 8));
  }

  @Test
  void shouldRefuseWhenDecisionsBetweenCheckpointAndPositionAreMissing() {
    StartPosition start = StartPosition.decide(known(100, NOTE, ledger(90), AT_20));
    assertThatThrownBy(() -> start.decisionsFrom(20, true, List.of(AT_20)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("from=20")
        .hasMessageContaining("to=50");
  }

  @Test
  void shouldRefuseToBeginEmptyWhenThereWasACheckpoint() {
    StartPosition start = StartPosition.decide(known(100, NOTE, ledger(90)));
    assertThatThrownBy(() -> start.decisionsFrom(0, false, List.of()))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("checkpoint of offset 50");
  }

  @Test
  void shouldApplyADecisionOnceWhenManifestAndNoteBothHoldIt() {
    String note =
        new OffsetNote(7, new Base(20, true), List.of("30w5", "45rnull_key*2", "60w8"), null)
            .text();
    CheckpointFacts at50 = new CheckpointFacts(50, 20, List.of("30w5", "45rnull_key*2"));
    StartPosition start = StartPosition.decide(known(100, note, ledger(90), at50, AT_20));
    assertThat(start.decisionsFrom(20, true, List.of(at50, AT_20)))
        .containsExactly(
            new Decision.Advance(30, 5),
            new Decision.Reject(45, RejectReason.NULL_KEY),
            new Decision.Reject(46, RejectReason.NULL_KEY),
            new Decision.Advance(60, 8));
  }
}
