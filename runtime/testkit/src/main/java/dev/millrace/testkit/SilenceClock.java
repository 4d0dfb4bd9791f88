package dev.millrace.testkit;

import dev.millrace.engine.PartitionTask;
import dev.millrace.engine.watermark.IdleTracker;
import dev.millrace.functions.spec.TimeSpec;

/**
 * Idleness of one source partition under a clock that only moves when told (rule W8). Between two
 * instants it stops where something would happen, so that it happens then and not a moment later.
 */
final class SilenceClock {
  private final TimeSpec time;
  private final IdleTracker tracker;
  private long silentSinceMs;

  /**
   * A partition that was last heard of, or assigned, at that instant and whose reader stands at its
   * end.
   */
  SilenceClock(TimeSpec time, long silentSinceMs) {
    this.time = time;
    this.silentSinceMs = silentSinceMs;
    this.tracker = new IdleTracker(time, silentSinceMs);
    tracker.atEnd(true, silentSinceMs);
  }

  /** Where a successor that knows only the watermark has to go on. */
  long silentSinceMs() {
    return silentSinceMs;
  }

  void heard(long nowMs) {
    tracker.heard(nowMs);
    tracker.atEnd(true, nowMs);
    silentSinceMs = nowMs;
  }

  boolean isIdle(long nowMs) {
    return tracker.isIdle(nowMs);
  }

  long silentMs(long nowMs) {
    return tracker.silentMs(nowMs);
  }

  /** When the partition falls idle unless it speaks; never if there is no timeout. */
  long idleAtMs() {
    return time.idleTimeoutMs() == TimeSpec.NEVER
        ? Long.MAX_VALUE
        : silentSinceMs + time.idleTimeoutMs();
  }

  /**
   * Asks for the next move of event time that silence brings about.
   *
   * @return the watermark to decide, or {@link PartitionTask#NO_WATERMARK} if nothing happens up to
   *     that instant
   */
  long moveUntil(long watermarkMs, long nextTimerMs, long untilMs) {
    long dueMs = tracker.nextDueMs(watermarkMs, nextTimerMs);
    if (dueMs > untilMs) {
      return PartitionTask.NO_WATERMARK;
    }
    long proposal = tracker.proposal(watermarkMs, nextTimerMs, dueMs);
    if (proposal != PartitionTask.NO_WATERMARK) {
      // From here on event time at the clock's pace from the new watermark is the same line.
      silentSinceMs = dueMs - time.idleTimeoutMs();
    }
    return proposal;
  }
}
