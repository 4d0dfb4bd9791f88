package dev.millrace.engine.accumulate;

import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.SlidingSlices;
import dev.millrace.state.WindowTable.Window;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slices of a partition, and the sliding windows that they make up (rule T3). */
public final class Slices<A> {
  private final SlidingSlices cuts;
  private final WindowHandles<PaneState<A>> handles;
  private final Folding<?, A> folding;

  public Slices(SlidingSlices cuts, WindowHandles<PaneState<A>> handles, Folding<?, A> folding) {
    this.cuts = cuts;
    this.handles = handles;
    this.folding = folding;
  }

  /** Start of the window with that end. */
  public long windowStartMs(long windowEndMs) {
    return cuts.windowStartMs(windowEndMs);
  }

  /**
   * The smallest end of a window that is at least {@code fromMs} and holds records; {@link
   * TimeMath#NEVER} if there is none.
   */
  public long firstWindowEndMs(long fromMs) {
    long endMs = cuts.firstWindowEndMs(fromMs);
    while (endMs != TimeMath.NEVER) {
      Window<PaneState<A>> slice = firstSlice(endMs);
      if (slice == null) {
        return TimeMath.NEVER;
      }
      if (slice.startMs() < endMs) {
        return endMs;
      }
      endMs = cuts.firstWindowEndMs(TimeMath.plus(slice.startMs(), 1));
    }
    return TimeMath.NEVER;
  }

  /** The slices of a window, ascending. */
  public List<Window<PaneState<A>>> ofWindow(long windowEndMs) {
    List<Window<PaneState<A>>> slices = new ArrayList<>();
    Window<PaneState<A>> slice = firstSlice(windowEndMs);
    while (slice != null && slice.startMs() < windowEndMs) {
      slices.add(slice);
      slice = handles.after(slice.endMs(), slice.startMs());
    }
    return slices;
  }

  /**
   * What a window holds of a key, in a fresh accumulator; null if nothing. User exceptions pass
   * through.
   */
  public @Nullable A merged(byte[] key, long windowEndMs) {
    A merged = null;
    Window<PaneState<A>> slice = firstSlice(windowEndMs);
    while (slice != null && slice.startMs() < windowEndMs) {
      PaneState<A> state = slice.get(key);
      if (state != null) {
        merged = folding.merge(merged == null ? folding.create() : merged, state.accumulator());
      }
      slice = handles.after(slice.endMs(), slice.startMs());
    }
    return merged;
  }

  /** The first slice of all, or null. */
  public @Nullable Window<PaneState<A>> first() {
    return handles.firstFrom(Long.MIN_VALUE);
  }

  /** End of the last window that holds a slice. */
  public long lastWindowEndMs(Window<PaneState<A>> slice) {
    return cuts.lastWindowEndMs(slice.startMs());
  }

  /** Forgets a slice. */
  public void delete(Window<PaneState<A>> slice) {
    handles.delete(slice);
  }

  private @Nullable Window<PaneState<A>> firstSlice(long windowEndMs) {
    return handles.firstFrom(TimeMath.plus(cuts.windowStartMs(windowEndMs), 1));
  }
}
