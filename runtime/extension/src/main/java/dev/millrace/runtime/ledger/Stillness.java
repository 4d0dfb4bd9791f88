package dev.millrace.runtime.ledger;

/**
 * Since when a partition is still, by Redis' clock (L5): so that a silence goes on while a function
 * sleeps or a partition moves, and the next window falls due when it would have otherwise (W8).
 *
 * @param heardMs when records were last committed, or {@link #UNKNOWN}
 * @param movedMs when silence last moved the watermark, or {@link #UNKNOWN}
 */
public record Stillness(long heardMs, long movedMs) {

  /** Never, or nobody knows. */
  public static final long UNKNOWN = 0;

  /** Of a partition that has not begun. */
  public static final Stillness NONE = new Stillness(UNKNOWN, UNKNOWN);

  /**
   * How long the partition has been silent as its present watermark tells: where silence has moved
   * the watermark, it counts from there, with the timeout already over.
   *
   * @param idleTimeoutMs silence after which event time goes on
   * @param nowMs the moment by Redis' clock
   * @return from 0; 0 if it is unknown
   */
  public long silentMs(long idleTimeoutMs, long nowMs) {
    if (movedMs > heardMs) {
      return Math.max(0, nowMs - movedMs) + idleTimeoutMs;
    }
    return heardMs == UNKNOWN ? 0 : Math.max(0, nowMs - heardMs);
  }

  /**
   * When event time gets to a time if no record comes (W8): at the pace of the clock, from where
   * silence moved it last, or from when the silence has lasted for the timeout.
   *
   * @param watermarkMs where event time stands
   * @param timeMs where it is to get to, at or after that
   * @param idleTimeoutMs silence after which event time goes on
   * @return by Redis' clock; {@link Progress#NO_TIMER} where it is unknown or beyond all numbers
   */
  public long dueMs(long watermarkMs, long timeMs, long idleTimeoutMs) {
    long fromMs = movedMs > heardMs ? movedMs : heardMs + idleTimeoutMs;
    long aheadMs = timeMs - watermarkMs;
    long dueMs = fromMs + aheadMs;
    boolean overflows = aheadMs < 0 || dueMs < fromMs;
    return equals(NONE) || overflows ? Progress.NO_TIMER : dueMs;
  }
}
