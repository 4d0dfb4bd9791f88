package dev.millrace.engine.accumulate;

/** What is kept for one key and window: the accumulator and the book of its panes. */
public class PaneState<A> extends PaneBook {
  private A accumulator;

  public PaneState(A accumulator) {
    this.accumulator = accumulator;
  }

  public final A accumulator() {
    return accumulator;
  }

  public final void accumulator(A accumulator) {
    this.accumulator = accumulator;
  }
}
