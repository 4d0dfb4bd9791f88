package dev.millrace.bench.engine;

/** A workload of the benchmark beside peers: the windows, and what is computed per user. */
public enum Shape {
  /** W1. */
  TUMBLING("{tumbling: {size: 5m}}", "{sum: amount}"),
  /** W2. */
  SLIDING("{sliding: {size: 1h, slide: 5m}}", "{sum: amount}"),
  /** W3. */
  SESSION("{session: {gap: 30s}}", "count");

  private final String window;
  private final String aggregate;

  Shape(String window, String aggregate) {
    this.window = window;
    this.aggregate = aggregate;
  }

  /**
   * The function as a document.
   *
   * @param outOfOrderness how far out of order events may be, as a duration
   */
  String document(String outOfOrderness) {
    return """
    name: bench
    eventTime: {field: at, format: epoch-millis}
    window: %s
    watermarks: {outOfOrderness: %s, idleTimeout: never}
    aggregates: {total: %s}
    topics: {input: in, output: out}
    output: {times: epoch-millis}
    """
        .formatted(window, outOfOrderness, aggregate);
  }
}
