package dev.millrace.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Idle;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Ownership;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Stillness;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** W8 and A6: when a sleeper has to be awake. */
class DueTimesTest {
  private static final long REDIS_MS = 5_000_000;
  private static final long OPERATOR_MS = 9_000_000;
  private static final long TIMEOUT_MS = 60_000;
  private static final Idle PACE = new Idle(true, TIMEOUT_MS);

  private static PartitionEntry entry(
      PartitionRef ref, long watermarkMs, long timerMs, Stillness stillness) {
    Progress progress = new Progress(10, watermarkMs, timerMs, 0, 0, "live", List.of());
    return new PartitionEntry(ref, Ownership.NONE, progress, null, 10, stillness);
  }

  private static long due(int rekeyPartitions, PartitionEntry asked, PartitionEntry... others) {
    return due(PACE, rekeyPartitions, asked, others);
  }

  private static long due(
      Idle idle, int rekeyPartitions, PartitionEntry asked, PartitionEntry... others) {
    List<PartitionEntry> all = new ArrayList<>(List.of(others));
    all.add(asked);
    LedgerView view =
        new LedgerView(
            REDIS_MS,
            FunctionEntry.first("in", "id", 2, rekeyPartitions, "schema"),
            new TreeSet<>(),
            all);
    return new DueTimes(view, OPERATOR_MS, idle).of(asked);
  }

  @Test
  void shouldCountFromTheLastRecordsByTheOperatorsClockWhenKeysStayInTheirPartitions() {
    PartitionEntry entry =
        entry(PartitionRef.windows(0), 1_000, 31_000, new Stillness(REDIS_MS - 20_000, 0));

    assertThat(due(0, entry)).isEqualTo(OPERATOR_MS - 20_000 + TIMEOUT_MS + 30_000);
  }

  @Test
  void shouldCountFromTheMoveWhenSilenceHasMovedTheWatermark() {
    PartitionEntry entry =
        entry(
            PartitionRef.windows(0),
            1_000,
            31_000,
            new Stillness(REDIS_MS - 90_000, REDIS_MS - 20_000));

    assertThat(due(0, entry)).isEqualTo(OPERATOR_MS - 20_000 + 30_000);
  }

  @Test
  void shouldFollowTheSourceThatIsFurthestOnceAllAreIdleWhenItIsRekeyed() {
    PartitionEntry window =
        entry(PartitionRef.windows(0), 1_000, 31_000, new Stillness(REDIS_MS - 1_000, 0));
    PartitionEntry ahead =
        entry(
            PartitionRef.source(0), 30_000, Progress.NO_TIMER, new Stillness(REDIS_MS - 50_000, 0));
    PartitionEntry behind =
        entry(PartitionRef.source(1), 1_000, Progress.NO_TIMER, new Stillness(REDIS_MS - 5_000, 0));

    assertThat(due(1, window, ahead, behind)).isEqualTo(OPERATOR_MS - 5_000 + TIMEOUT_MS);
    assertThat(due(1, window, ahead)).isEqualTo(OPERATOR_MS - 50_000 + TIMEOUT_MS + 1_000);
  }

  @Test
  void shouldNeverFallDueWhenNothingWaitsOrNobodyKnowsSinceWhenItIsSilent() {
    Stillness heard = new Stillness(REDIS_MS, 0);

    assertThat(due(0, entry(PartitionRef.windows(0), 1_000, Progress.NO_TIMER, heard)))
        .isEqualTo(PartitionSample.NEVER);
    assertThat(due(0, entry(PartitionRef.windows(0), Progress.NO_WATERMARK, 5_000, heard)))
        .isEqualTo(PartitionSample.NEVER);
    assertThat(due(0, entry(PartitionRef.windows(0), 1_000, 5_000, Stillness.NONE)))
        .isEqualTo(PartitionSample.NEVER);
    assertThat(due(1, entry(PartitionRef.windows(0), 1_000, 5_000, heard)))
        .isEqualTo(PartitionSample.NEVER);
  }

  /** With {@code stall} and {@code others} a sleeper is not woken for windows that cannot fire. */
  @Test
  void shouldNeverFallDueWhenEventTimeDoesNotGoOnInSilence() {
    PartitionEntry entry =
        entry(PartitionRef.windows(0), 1_000, 31_000, new Stillness(REDIS_MS - 20_000, 0));
    assertThat(due(new Idle(false, TIMEOUT_MS), 0, entry)).isEqualTo(PartitionSample.NEVER);
    assertThat(due(new Idle(true, Long.MAX_VALUE), 0, entry)).isEqualTo(PartitionSample.NEVER);
  }
}
