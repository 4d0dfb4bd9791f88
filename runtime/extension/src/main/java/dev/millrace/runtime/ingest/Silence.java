package dev.millrace.runtime.ingest;

import dev.millrace.engine.watermark.IdleTracker;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.runtime.lane.Moment;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the idle tracker of a partition (W8): silent counts only what was shown to be silent. While
 * records wait, or the broker does not say where the log ends, the reader is blocked, not idle.
 */
public final class Silence {
  private final IdleTracker tracker;
  private final Inbox inbox;
  private final LogEnds ends;
  private final TopicPartition partition;

  /**
   * Starts to watch a partition, also if it never speaks.
   *
   * @param sinceMs when its silence began, monotonic: its assignment, or before if others listened
   */
  public Silence(TimeSpec time, Inbox inbox, LogEnds ends, long sinceMs) {
    this.tracker = new IdleTracker(time, sinceMs);
    this.inbox = inbox;
    this.ends = ends;
    this.partition = inbox.partition();
  }

  /** The tracker, to be asked. */
  public IdleTracker tracker() {
    return tracker;
  }

  /** Records came. */
  public void heard(Moment now) {
    tracker.heard(now.monotonicMs());
  }

  /** Nothing is to be read at this moment: judges what that means. */
  public void observe(long nextOffset, Moment now) {
    LogEnds.@Nullable End end = ends.of(partition);
    if (!inbox.isEmpty() || (end != null && end.isStale(now.monotonicMs()))) {
      tracker.blocked(now.monotonicMs());
    } else if (end != null) {
      tracker.atEnd(nextOffset >= end.offset(), now.monotonicMs());
    }
  }
}
