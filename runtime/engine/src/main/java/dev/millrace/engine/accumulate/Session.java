package dev.millrace.engine.accumulate;

/** What is kept for one session: its records' first and last time, and what any window keeps. */
public final class Session<A> extends PaneState<A> {
  private long firstMs;
  private long lastMs;

  public Session(A accumulator, long firstMs, long lastMs) {
    super(accumulator);
    this.firstMs = firstMs;
    this.lastMs = lastMs;
  }

  /** Event time of its earliest record: the window's start. */
  public long firstMs() {
    return firstMs;
  }

  /** Event time of its latest record: the window's end less the gap. */
  public long lastMs() {
    return lastMs;
  }

  /** Extends it. Only while no pane of it was emitted: its window becomes another one. */
  public void bounds(long firstMs, long lastMs) {
    this.firstMs = firstMs;
    this.lastMs = lastMs;
  }
}
