package dev.millrace.engine;

/**
 * Why a record was not processed. Each has a counter of its own; all go to the dead-letter topic.
 */
public enum RejectReason {
  NULL_KEY("null_key"),
  NULL_VALUE("null_value"),
  /** Event time is missing, -1, or cannot be read. */
  INVALID_TIMESTAMP("invalid_ts"),
  /** Event time is further ahead of the clock than allowed. */
  FUTURE_TIMESTAMP("future_ts"),
  /** The bytes are not an event. */
  UNDECODABLE("undecodable"),
  /** User code threw; the state is as before the record (rule E1). */
  FUNCTION_FAILED("function_failed");

  private final String label;

  RejectReason(String label) {
    this.label = label;
  }

  /** Value of the metric tag and header. */
  public String label() {
    return label;
  }
}
