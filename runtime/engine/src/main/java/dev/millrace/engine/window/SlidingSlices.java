package dev.millrace.engine.window;

import dev.millrace.engine.time.TimeMath;

/**
 * Cuts time where a sliding window starts or ends, so that every window is made of whole slices and
 * a record is accumulated once (rule T3). There are at most two slices per slide, also where the
 * greatest common divisor of size and slide is tiny:
 *
 * <pre>
 *   size 10, slide 4:   windows [0,10) [4,14) [8,18) …
 *                       slices  [0,2) [2,4) [4,6) [6,8) …   one cut per start, one per end
 *   size 10, slide 5:   slices  [0,5) [5,10) …              ends are starts
 * </pre>
 *
 * <p>After "paired windows" in: Krishnamurthy, Wu, Franklin, On-the-Fly Sharing for Streamed
 * Aggregation, SIGMOD 2006.
 */
public final class SlidingSlices {
  private final long sizeMs;
  private final long slideMs;
  private final long offsetMs;
  private final long endsAfterStartMs;
  private long startMs;
  private long endMs;

  /**
   * @param sizeMs from 1
   * @param slideMs from 1
   * @param offsetMs any
   */
  public SlidingSlices(long sizeMs, long slideMs, long offsetMs) {
    this.sizeMs = sizeMs;
    this.slideMs = slideMs;
    this.offsetMs = offsetMs;
    this.endsAfterStartMs = sizeMs % slideMs;
  }

  /** Points at the slice that holds a time. */
  public void assign(long timeMs) {
    if (timeMs >= startMs && timeMs < endMs) {
      return;
    }
    long sinceStart = TimeMath.distanceMod(timeMs, offsetMs, slideMs);
    boolean first = sinceStart < endsAfterStartMs;
    long from = first ? 0 : endsAfterStartMs;
    long until = first ? endsAfterStartMs : slideMs;
    startMs = TimeMath.minus(timeMs, sinceStart - from);
    endMs = TimeMath.plus(timeMs, until - sinceStart);
  }

  /** Distance of windows. */
  public long slideMs() {
    return slideMs;
  }

  /** First instant of the slice assigned last. */
  public long startMs() {
    return startMs;
  }

  /** First instant after the slice assigned last. */
  public long endMs() {
    return endMs;
  }

  /**
   * Number of the slice that holds a time: they are counted in the order of time, from anywhere.
   * Near the ends of {@code long} several may have the same number.
   */
  public long number(long timeMs) {
    long offset = Math.floorMod(offsetMs, slideMs);
    long period = Math.floorDiv(timeMs, slideMs);
    long inPeriod = Math.floorMod(timeMs, slideMs) - offset;
    if (inPeriod < 0 && period > Long.MIN_VALUE) {
      period--;
      inPeriod += slideMs;
    }
    if (endsAfterStartMs == 0) {
      return period;
    }
    return period < Long.MIN_VALUE / 2
        ? Long.MIN_VALUE
        : 2 * period + (inPeriod < endsAfterStartMs ? 0 : 1);
  }

  /** Slices that a window is made of. */
  public long slicesPerWindow() {
    long whole = sizeMs / slideMs;
    return endsAfterStartMs == 0 ? whole : 2 * whole + 1;
  }

  /** Start of the window with that end. */
  public long windowStartMs(long windowEndMs) {
    return TimeMath.minus(windowEndMs, sizeMs);
  }

  /** The smallest end of a window that is at least {@code fromMs}. */
  public long firstWindowEndMs(long fromMs) {
    long anEndMs = Math.floorMod(offsetMs, slideMs) + endsAfterStartMs;
    return TimeMath.plus(fromMs, TimeMath.distanceMod(anEndMs, fromMs, slideMs));
  }

  /** End of the last window that holds a slice. */
  public long lastWindowEndMs(long sliceStartMs) {
    long sinceStart = TimeMath.distanceMod(sliceStartMs, offsetMs, slideMs);
    return TimeMath.plus(sliceStartMs, sizeMs - sinceStart);
  }
}
