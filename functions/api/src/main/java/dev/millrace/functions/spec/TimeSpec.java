package dev.millrace.functions.spec;

/**
 * How event time moves (rules W2, W3, W7, W8). All in milliseconds.
 *
 * @param outOfOrdernessMs how far behind the largest event time a record may be and still be on
 *     time; from 0
 * @param allowedLatenessMs how long after its end a window still takes records; from 0
 * @param maxAheadMs how far ahead of the clock an event time may be; {@link #UNLIMITED} for no
 *     guard
 * @param idleTimeoutMs silence after which a partition counts as idle; {@link #NEVER} for never
 * @param idlePolicy what happens to the watermark when partitions are idle
 * @param useRecordTimestamp whether the Kafka timestamp is the event time, because the author asked
 *     for it
 */
public record TimeSpec(
    long outOfOrdernessMs,
    long allowedLatenessMs,
    long maxAheadMs,
    long idleTimeoutMs,
    IdlePolicy idlePolicy,
    boolean useRecordTimestamp) {

  /** No limit for {@link #maxAheadMs}. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** No idle detection. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The defaults: nothing out of order, no lateness, an hour ahead, idle after 30 s, pace. */
  public static final TimeSpec DEFAULTS =
      new TimeSpec(0, 0, 3_600_000, 30_000, IdlePolicy.PACE, false);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a number is negative, or the idle timeout zero
   */
  public TimeSpec {
    Ranges.atLeast("outOfOrdernessMs", outOfOrdernessMs, 0);
    Ranges.atLeast("allowedLatenessMs", allowedLatenessMs, 0);
    Ranges.atLeast("maxAheadMs", maxAheadMs, 0);
    Ranges.atLeast("idleTimeoutMs", idleTimeoutMs, 1);
  }

  /** The same with the Kafka timestamp as event time. */
  public TimeSpec byRecordTimestamp() {
    return new TimeSpec(
        outOfOrdernessMs, allowedLatenessMs, maxAheadMs, idleTimeoutMs, idlePolicy, true);
  }
}
