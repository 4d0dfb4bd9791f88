package dev.millrace.engine.time;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.time.EventTimeExtractor;

/** Reads event time and judges whether it is plausible (rule W7). Never falls back to arrival. */
public final class EventTimeReader<E> {
  private final EventTimeExtractor<E> extractor;
  private final boolean useRecordTimestamp;
  private final long maxAheadMs;

  public EventTimeReader(EventTimeExtractor<E> extractor, TimeSpec time) {
    this.extractor = extractor;
    this.useRecordTimestamp = time.useRecordTimestamp();
    this.maxAheadMs = time.maxAheadMs();
  }

  /**
   * Event time in epoch milliseconds.
   *
   * @throws RejectedException if it is missing or cannot be read
   */
  public long read(E event, InputRecord record) throws RejectedException {
    long timeMs = useRecordTimestamp ? recordTimestamp(record) : extract(event, record);
    if (timeMs == EventTimeExtractor.NONE) {
      throw new RejectedException(
          RejectReason.INVALID_TIMESTAMP, "Expected an event time, but there is none.", null);
    }
    return timeMs;
  }

  /** Whether an event time is further ahead of the clock than allowed. */
  public boolean isTooFarAhead(long timeMs, long nowMs) {
    return maxAheadMs != TimeSpec.UNLIMITED && timeMs > TimeMath.plus(nowMs, maxAheadMs);
  }

  /** The rejection of a record that {@link #isTooFarAhead}. */
  public RejectedException tooFarAhead(long timeMs, long nowMs) {
    return new RejectedException(
        RejectReason.FUTURE_TIMESTAMP,
        "Expected an event time at most maxAhead in the future, but it is further: eventTimeMs="
            + timeMs
            + ", nowMs="
            + nowMs
            + ", maxAheadMs="
            + maxAheadMs,
        null);
  }

  private long extract(E event, InputRecord record) throws RejectedException {
    try {
      return extractor.extractMs(event, record.timestampMs());
    } catch (RuntimeException e) {
      throw new RejectedException(
          RejectReason.INVALID_TIMESTAMP, "Expected an event time, but it cannot be read.", e);
    }
  }

  private static long recordTimestamp(InputRecord record) {
    // Kafka says -1 for "no timestamp", and has no negative ones otherwise.
    return record.timestampMs() < 0 ? EventTimeExtractor.NONE : record.timestampMs();
  }
}
