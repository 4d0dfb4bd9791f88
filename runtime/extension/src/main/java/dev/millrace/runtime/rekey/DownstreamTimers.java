package dev.millrace.runtime.rekey;

import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Stage;

/**
 * What stage one knows of the windows that wait downstream, by the ledger: where all sources are
 * silent and time goes on at the pace of the clock (W8), a marker is worth sending only when it
 * lets a window fire. Thread-safe: one writer, values replaced as a whole.
 */
public final class DownstreamTimers {
  private final TimeSpec time;
  private volatile long[] nextTimerMs = {};
  private volatile long largestSourceWatermarkMs = Progress.NO_WATERMARK;

  /** Knows nothing yet. */
  public DownstreamTimers(TimeSpec time) {
    this.time = time;
  }

  /** Takes in a new view of the ledger. */
  public void update(LedgerView view) {
    long largest = Progress.NO_WATERMARK;
    long[] timers = new long[view.function().rekeyPartitions()];
    for (PartitionEntry e : view.partitions()) {
      if (e.ref().stage() == Stage.SOURCE) {
        largest = Math.max(largest, e.watermarkMs());
      } else if (e.partition() < timers.length) {
        timers[e.partition()] = e.nextTimerMs();
      }
    }
    largestSourceWatermarkMs = largest;
    nextTimerMs = timers;
  }

  /** Whether a silence is long enough for the next window of a partition to fire. */
  public boolean isReached(int partition, long silentMs) {
    long[] timers = nextTimerMs;
    if (time.idlePolicy() != IdlePolicy.PACE
        || partition >= timers.length
        || timers[partition] == Progress.NO_TIMER
        || largestSourceWatermarkMs == Progress.NO_WATERMARK) {
      return false;
    }
    return silentMs - time.idleTimeoutMs() >= timers[partition] - largestSourceWatermarkMs;
  }
}
