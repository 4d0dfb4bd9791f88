package dev.millrace.engine.window;

import dev.millrace.engine.time.TimeMath;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.WindowSpec;

/**
 * The instants in the life of a window, as the watermark that reaches them (rules W3, W6, W9).
 *
 * <pre>
 *   aligned:  complete at W = end       gone at W = end + allowedLateness
 *   sessions: complete at W = end + 1   gone at W = end + 1 + allowedLateness
 * </pre>
 *
 * <p>Its one pane or first pane fires when complete, or with on-close when gone.
 *
 * @param graceMs what is added to the end before a window is complete: 1 for sessions, else 0
 * @param allowedLatenessMs from 0
 * @param onClose whether a window fires when it is gone, not when it is complete
 */
public record WindowLife(long graceMs, long allowedLatenessMs, boolean onClose) {

  /** The life of the windows of a function. */
  public static WindowLife of(FunctionSpec spec) {
    return new WindowLife(
        spec.window() instanceof WindowSpec.Session ? 1 : 0,
        spec.time().allowedLatenessMs(),
        spec.emission().mode() == EmissionMode.ON_CLOSE);
  }

  /** Whether a record that comes now is late. */
  public boolean isComplete(long endMs, long watermarkMs) {
    return TimeMath.reached(watermarkMs, TimeMath.plus(endMs, graceMs));
  }

  /** Whether a record that comes now is too late. */
  public boolean isGone(long endMs, long watermarkMs) {
    return TimeMath.reached(watermarkMs, goneAtMs(endMs));
  }

  /** Whether the window has fired at that watermark. */
  public boolean isFired(long endMs, long watermarkMs) {
    return TimeMath.reached(watermarkMs, fireAtMs(endMs));
  }

  /** The watermark at which the window fires; {@link TimeMath#NEVER} if it does not. */
  public long fireAtMs(long endMs) {
    return onClose ? goneAtMs(endMs) : TimeMath.plus(endMs, graceMs);
  }

  /** The watermark from which nothing can revise the window. */
  public long goneAtMs(long endMs) {
    return TimeMath.plus(TimeMath.plus(endMs, graceMs), allowedLatenessMs);
  }

  /** The smallest end of a window that has not fired at that watermark. */
  public long firstUnfiredEndMs(long watermarkMs) {
    if (watermarkMs == TimeMath.NO_WATERMARK) {
      return Long.MIN_VALUE;
    }
    long delayMs = TimeMath.plus(graceMs, onClose ? allowedLatenessMs : 0);
    return TimeMath.plus(TimeMath.minus(watermarkMs, delayMs), 1);
  }

  /** Whether a fired window is kept for late records. */
  public boolean keepsFired() {
    return !onClose && allowedLatenessMs > 0;
  }
}
