package dev.millrace.engine.window;

import dev.millrace.engine.time.TimeMath;

/**
 * Windows of a size, one starting every slide: the aligned starts in {@code (time − size, time]}.
 * Where the slide does not divide the size, their number varies from time to time.
 */
public final class SlidingWindows implements AlignedWindows {
  private final long sizeMs;
  private final long slideMs;
  private final long offsetMs;
  private long timeMs;
  private long sinceFirstStartMs;

  /**
   * @param sizeMs from 1
   * @param slideMs from 1
   * @param offsetMs any
   */
  public SlidingWindows(long sizeMs, long slideMs, long offsetMs) {
    this.sizeMs = sizeMs;
    this.slideMs = slideMs;
    this.offsetMs = offsetMs;
  }

  @Override
  public int assign(long timeMs) {
    long sinceLastStart = TimeMath.distanceMod(timeMs, offsetMs, slideMs);
    if (sinceLastStart >= sizeMs) {
      return 0;
    }
    int count = Math.toIntExact((sizeMs - 1 - sinceLastStart) / slideMs + 1);
    this.timeMs = timeMs;
    this.sinceFirstStartMs = sinceLastStart + (count - 1) * slideMs;
    return count;
  }

  @Override
  public long startMs(int index) {
    return TimeMath.minus(timeMs, sinceFirstStartMs - index * slideMs);
  }

  @Override
  public long endMs(int index) {
    return TimeMath.plus(timeMs, sizeMs - (sinceFirstStartMs - index * slideMs));
  }
}
