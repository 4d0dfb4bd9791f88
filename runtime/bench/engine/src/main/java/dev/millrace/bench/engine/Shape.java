package dev.millrace.bench.engine;

/** A workload of the benchmark beside peers: the windows, and what is computed per user. */
public enum Shape {
  /** W1. */
  TUMBLING("{tumbling: {size: 5m}}", "{sum: amount}"),
  /** W2. */
  SLIDING("{sliding: {size: 1h, slide: %s}}", "{sum: amount}"),
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
    return document(outOfOrderness, "5m");
  }

  /**
   * As above.
   *
   * @param slide how often a sliding window starts
   */
  String document(String outOfOrderness, String slide) {
    return """
    name: bench
    eventTime: {field: at, format: epoch-millis}
    window: %s
    watermarks: {outOfOrderness: %s, idleTimeout: never}
    aggregates: {total: %s}
    topics: {input: in, output: out}
    output: {times: epoch-millis}
    """
        .formatted(window.formatted(slide), outOfOrderness, aggregate);
  }
}
