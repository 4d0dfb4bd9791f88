package dev.millrace.functions.time;

/** Reads event time from an event (stage "time", rule W7). Deterministic. */
@FunctionalInterface
public interface EventTimeExtractor<E> {

  /**
   * Says that the event has no event time. Kafka's own "no timestamp" (-1) is mapped to it by the
   * extractors that read an integer.
   */
  long NONE = Long.MIN_VALUE;

  /**
   * Event time in epoch milliseconds, or {@link #NONE}.
   *
   * @param event the decoded event
   * @param recordTimestampMs the Kafka timestamp; only used by functions that asked for it
   * @throws RuntimeException if the field is there but cannot be read as a time
   */
  long extractMs(E event, long recordTimestampMs);
}
