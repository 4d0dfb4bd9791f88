package dev.millrace.engine.window;

import dev.millrace.engine.time.TimeMath;

/** Windows {@code [k·size + offset, (k+1)·size + offset)}: one for each time. */
public final class TumblingWindows implements AlignedWindows {
  private final long sizeMs;
  private final long offsetMs;
  private long startMs;
  private long endMs;

  /**
   * @param sizeMs from 1
   * @param offsetMs any; equal modulo the size means equal windows
   */
  public TumblingWindows(long sizeMs, long offsetMs) {
    this.sizeMs = sizeMs;
    this.offsetMs = offsetMs;
  }

  @Override
  public int assign(long timeMs) {
    if (timeMs < startMs || timeMs >= endMs) {
      long sinceStart = TimeMath.distanceMod(timeMs, offsetMs, sizeMs);
      startMs = TimeMath.minus(timeMs, sinceStart);
      endMs = TimeMath.plus(timeMs, sizeMs - sinceStart);
    }
    return 1;
  }

  @Override
  public long startMs(int index) {
    return startMs;
  }

  @Override
  public long endMs(int index) {
    return endMs;
  }
}
