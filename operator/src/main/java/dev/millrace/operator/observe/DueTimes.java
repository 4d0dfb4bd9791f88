package dev.millrace.operator.observe;

import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.ledger.Stillness;
import java.util.List;

/**
 * When windows fall due on the clock if no record comes (rule W8, idle policy {@code pace}), by
 * what the ledger holds. The ledger's times are of Redis' clock; what is asked for is of the
 * operator's, and only spans cross from one to the other (L5). Pure.
 */
final class DueTimes {
  private final LedgerView ledger;
  private final long atMs;
  private final long idleTimeoutMs;

  /**
   * Due times of one look.
   *
   * @param atMs when the ledger was read, by the operator's clock
   */
  DueTimes(LedgerView ledger, long atMs, long idleTimeoutMs) {
    this.ledger = ledger;
    this.atMs = atMs;
    this.idleTimeoutMs = idleTimeoutMs;
  }

  /** When the partition's next timer falls due, or {@link PartitionSample#NEVER}. */
  long of(PartitionEntry entry) {
    if (entry.nextTimerMs() == Progress.NO_TIMER || entry.ref().stage() == Stage.SOURCE) {
      return PartitionSample.NEVER;
    }
    long due =
        ledger.function().rekeyPartitions() > 0
            ? byItsSources(entry.nextTimerMs())
            : reaches(entry, entry.nextTimerMs());
    return due == Progress.NO_TIMER ? PartitionSample.NEVER : atMs + (due - ledger.nowMs());
  }

  /** Event time goes on once all sources are idle, and then with the one that is furthest (R2). */
  private long byItsSources(long timerMs) {
    List<PartitionEntry> spoken =
        ledger.partitions().stream()
            .filter(entry -> entry.ref().stage() == Stage.SOURCE)
            .filter(entry -> entry.watermarkMs() != Progress.NO_WATERMARK)
            .filter(entry -> !entry.stillness().equals(Stillness.NONE))
            .toList();
    long reached =
        spoken.stream().mapToLong(s -> reaches(s, timerMs)).min().orElse(Progress.NO_TIMER);
    long allIdle =
        spoken.stream().mapToLong(s -> s.stillness().heardMs() + idleTimeoutMs).max().orElse(0);
    return Math.max(reached, allIdle);
  }

  private long reaches(PartitionEntry entry, long timerMs) {
    return entry.watermarkMs() == Progress.NO_WATERMARK
        ? Progress.NO_TIMER
        : entry
            .stillness()
            .dueMs(entry.watermarkMs(), Math.max(timerMs, entry.watermarkMs()), idleTimeoutMs);
  }
}
