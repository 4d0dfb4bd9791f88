package dev.millrace.operator.observe;

import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.runtime.ledger.Idle;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.ledger.Stillness;
import java.util.List;

/**
 * When windows fall due on the clock if no record comes (rule W8), by what the ledger holds: never
 * where event time does not go on at the clock's pace, for then only a record brings it about. The
 * ledger's times are of Redis' clock; what is asked for is of the operator's, and only spans cross
 * from one to the other (L5). Pure.
 */
final class DueTimes {
  /** The function never takes a partition for idle. */
  private static final long NO_TIMEOUT = Long.MAX_VALUE;

  private final LedgerView ledger;
  private final long atMs;
  private final Idle idle;

  /**
   * Due times of one look.
   *
   * @param atMs when the ledger was read, by the operator's clock
   */
  DueTimes(LedgerView ledger, long atMs, Idle idle) {
    this.ledger = ledger;
    this.atMs = atMs;
    this.idle = idle;
  }

  /** When the partition's next timer falls due, or {@link PartitionSample#NEVER}. */
  long of(PartitionEntry entry) {
    if (!idle.isPaced()
        || idle.timeoutMs() == NO_TIMEOUT
        || entry.nextTimerMs() == Progress.NO_TIMER
        || entry.ref().stage() == Stage.SOURCE) {
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
        spoken.stream().mapToLong(s -> s.stillness().heardMs() + idle.timeoutMs()).max().orElse(0);
    return Math.max(reached, allIdle);
  }

  private long reaches(PartitionEntry entry, long timerMs) {
    return entry.watermarkMs() == Progress.NO_WATERMARK
        ? Progress.NO_TIMER
        : entry
            .stillness()
            .dueMs(entry.watermarkMs(), Math.max(timerMs, entry.watermarkMs()), idle.timeoutMs());
  }
}
