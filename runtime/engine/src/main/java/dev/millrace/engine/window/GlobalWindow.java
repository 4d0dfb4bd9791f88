package dev.millrace.engine.window;

import dev.millrace.engine.time.TimeMath;

/** One window that holds all time and never ends: nothing is late for it. */
public final class GlobalWindow implements AlignedWindows {

  @Override
  public int assign(long timeMs) {
    return 1;
  }

  @Override
  public long startMs(int index) {
    return Long.MIN_VALUE;
  }

  @Override
  public long endMs(int index) {
    return TimeMath.NEVER;
  }
}
