package dev.millrace.cli.demo;

/**
 * How far a function is.
 *
 * @param panes committed to its output topic
 * @param late records in its late topic
 * @param rejected records in its dead-letter topic
 * @param lag records of the input topic that it has not read
 * @param watermarkMs the smallest of its partitions, or {@code Long.MIN_VALUE}
 * @param settled nothing that is due at its watermark is still to come
 */
record FunctionStatus(
    String function,
    long panes,
    long late,
    long rejected,
    long lag,
    long watermarkMs,
    boolean settled) {

  /** Whether all windows that end before the instant have been emitted. */
  boolean hasClosed(long untilMs) {
    return settled && lag == 0 && watermarkMs >= untilMs;
  }
}
