package dev.millrace.cli.reconcile;

import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.util.List;

/** Whether a record that was set aside as too late was so by rule W3: for all of its windows. */
final class LateVerdict {
  private LateVerdict() {}

  /**
   * Judges again.
   *
   * @param timeMs event time of the record
   * @param watermarkMs that it met, as the function has written beside it
   */
  static boolean isRight(FunctionSpec spec, long timeMs, long watermarkMs) {
    long lateness = spec.time().allowedLatenessMs();
    return windows(spec.window(), timeMs).stream()
        .allMatch(span -> isTooLate(span.endMs(), lateness, watermarkMs));
  }

  /** Whether a window took nothing more at that watermark. */
  static boolean isTooLate(long endMs, long latenessMs, long watermarkMs) {
    return watermarkMs != LogWatermarks.NONE && minus(watermarkMs, latenessMs) >= endMs;
  }

  /** The difference, or the least number where it would be less; the second one is from 0 on. */
  static long minus(long a, long b) {
    return a < Long.MIN_VALUE + b ? Long.MIN_VALUE : a - b;
  }

  /** A record may only lengthen a session: by itself it ends a gap after it. */
  private static List<BatchWindows.Span> windows(WindowSpec window, long timeMs) {
    return window instanceof WindowSpec.Session session
        ? List.of(new BatchWindows.Span(timeMs, timeMs + session.gapMs()))
        : BatchWindows.of(window, timeMs);
  }
}
