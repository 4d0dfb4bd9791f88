package dev.millrace.engine.watermark;

import dev.millrace.engine.time.TimeMath;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.TimeSpec;

/**
 * Tells when a partition is idle, and where its event time stands then (rule W8). All times passed
 * in are monotonic milliseconds, so that a clock that is set does not fake a silence. It only
 * proposes: a move becomes true as a decision.
 *
 * <p>Idle is a partition that is at its end and has been silent for the timeout, counted from
 * assignment on. A reader that is blocked or behind hears nothing either, and knows nothing.
 */
public final class IdleTracker {

  /** A time that does not come. */
  public static final long NEVER = Long.MAX_VALUE;

  private final long idleTimeoutMs;
  private final IdlePolicy policy;
  private long silentSinceMs;
  private boolean atEnd;

  /** Watermark when the present silence began; unset until it is first asked for. */
  private long baseMs = TimeMath.NO_WATERMARK;

  /** The last proposal of the present silence. */
  private long proposedMs = TimeMath.NO_WATERMARK;

  public IdleTracker(TimeSpec time, long assignedAtMs) {
    this.idleTimeoutMs = time.idleTimeoutMs();
    this.policy = time.idlePolicy();
    this.silentSinceMs = assignedAtMs;
  }

  /** A record came. */
  public void heard(long nowMs) {
    restart(nowMs);
  }

  /** The reader cannot read: paused, held back, or the broker is away. */
  public void blocked(long nowMs) {
    restart(nowMs);
  }

  /** Whether all there is has been read; a reader that is behind is not silent. */
  public void atEnd(boolean caughtUp, long nowMs) {
    if (!caughtUp) {
      restart(nowMs);
    }
    atEnd = caughtUp;
  }

  public boolean isIdle(long nowMs) {
    return atEnd && idleTimeoutMs != TimeSpec.NEVER && silentMs(nowMs) >= idleTimeoutMs;
  }

  /** How long nothing came. */
  public long silentMs(long nowMs) {
    return Math.max(0, nowMs - silentSinceMs);
  }

  /**
   * The watermark to advance to; only if something fires then, else {@link TimeMath#NO_WATERMARK}.
   * With the one partition of this task idle, {@code others} finds no other to follow: only {@code
   * pace} moves.
   *
   * @param watermarkMs the task's watermark
   * @param nextTimerMs the task's next timer
   */
  public long proposal(long watermarkMs, long nextTimerMs, long nowMs) {
    if (policy != IdlePolicy.PACE || !isIdle(nowMs) || !isBased(watermarkMs)) {
      return TimeMath.NO_WATERMARK;
    }
    long paced = TimeMath.plus(baseMs, silentMs(nowMs) - idleTimeoutMs);
    if (paced <= watermarkMs || !TimeMath.reached(paced, nextTimerMs)) {
      return TimeMath.NO_WATERMARK;
    }
    proposedMs = paced;
    return paced;
  }

  /**
   * Monotonic time from which {@link #proposal} says something if nothing is heard until then;
   * {@link #NEVER} if it will not.
   */
  public long nextDueMs(long watermarkMs, long nextTimerMs) {
    if (policy != IdlePolicy.PACE
        || idleTimeoutMs == TimeSpec.NEVER
        || !atEnd
        || nextTimerMs == TimeMath.NEVER
        || !isBased(watermarkMs)) {
      return NEVER;
    }
    long waitMs = Math.max(0, TimeMath.minus(nextTimerMs, baseMs));
    return TimeMath.plus(TimeMath.plus(silentSinceMs, idleTimeoutMs), waitMs);
  }

  private boolean isBased(long watermarkMs) {
    // A watermark that is not further than our own proposal moved because of it, and must not be
    // counted from again; one that is further moved with records.
    if (baseMs == TimeMath.NO_WATERMARK || watermarkMs > Math.max(baseMs, proposedMs)) {
      baseMs = watermarkMs;
    }
    return baseMs != TimeMath.NO_WATERMARK;
  }

  private void restart(long nowMs) {
    silentSinceMs = nowMs;
    baseMs = TimeMath.NO_WATERMARK;
    proposedMs = TimeMath.NO_WATERMARK;
  }
}
