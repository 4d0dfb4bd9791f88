package dev.millrace.engine.window;

import dev.millrace.functions.spec.WindowSpec;

/** Makes the windows of a specification. */
public final class WindowAssigners {
  private WindowAssigners() {}

  /**
   * The windows that depend on time alone.
   *
   * @throws IllegalArgumentException for sessions, which depend on the records of a key
   */
  public static AlignedWindows aligned(WindowSpec spec) {
    if (spec instanceof WindowSpec.Tumbling tumbling) {
      return new TumblingWindows(tumbling.sizeMs(), tumbling.offsetMs());
    }
    if (spec instanceof WindowSpec.Sliding sliding) {
      return new SlidingWindows(sliding.sizeMs(), sliding.slideMs(), sliding.offsetMs());
    }
    if (spec instanceof WindowSpec.Calendar calendar) {
      return new CalendarWindows(calendar.unit(), calendar.zone());
    }
    if (spec instanceof WindowSpec.Global) {
      return new GlobalWindow();
    }
    throw new IllegalArgumentException(
        "Expected windows that depend on time alone, but got others: window=" + spec);
  }
}
