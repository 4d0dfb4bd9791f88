package dev.millrace.engine.accumulate;

import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.SlidingSlices;
import dev.millrace.functions.state.StateType;
import dev.millrace.state.Rebuildable;
import dev.millrace.state.WindowTable.Window;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The slices of a partition, and the sliding windows that they make up (rule T3). */
public final class Slices<A> {
  private final SlidingSlices cuts;
  private final WindowHandles<PaneState<A>> handles;
  private final Folding<?, A> folding;
  private final SliceBlocks<A> blocks;

  /**
   * @param type of the accumulators; only to estimate what blocks of them take
   * @param spareBytes how many bytes there is room for, asked for now and then
   */
  public Slices(
      SlidingSlices cuts,
      WindowHandles<PaneState<A>> handles,
      Folding<?, A> folding,
      StateType<A> type,
      LongSupplier spareBytes) {
    this.cuts = cuts;
    this.handles = handles;
    this.folding = folding;
    this.blocks = new SliceBlocks<>(cuts, handles, folding, type, spareBytes);
  }

  /** What is kept merged beside the slices. */
  public Rebuildable blocks() {
    return blocks;
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

  /**
   * Walks the keys of a complete window with what it holds of them, from the first after {@code
   * afterKey}; null: from the first.
   */
  public SliceMerge<A> walk(long windowEndMs, byte @Nullable [] afterKey) {
    return new SliceMerge<>(blocks.ofComplete(windowEndMs), afterKey, folding);
  }

  /**
   * What a window holds of a key, for reading only; null if nothing. User exceptions pass through.
   */
  public @Nullable A merged(byte[] key, long windowEndMs) {
    return blocks.merged(key, windowEndMs);
  }

  /** To be called before a slice gets a record. */
  public void changing(long sliceStartMs) {
    blocks.changed(sliceStartMs);
  }

  /**
   * How many windows hold a key from now on that did not before, because of its first record in a
   * slice. They are a run of ends: those of the slice's windows, less those that hold the key by
   * the slice before or after.
   *
   * @param unfiredEndMs windows that end before it do not count
   */
  public long newlyHeld(byte[] key, Window<PaneState<A>> slice, long unfiredEndMs) {
    long firstEndMs = cuts.firstWindowEndMs(Math.max(slice.endMs(), unfiredEndMs));
    long lastEndMs = cuts.lastWindowEndMs(slice.startMs());
    firstEndMs = Math.max(firstEndMs, endAfterEarlier(key, slice.startMs(), firstEndMs));
    lastEndMs = Math.min(lastEndMs, endBeforeLater(key, slice, lastEndMs));
    return lastEndMs < firstEndMs ? 0 : (lastEndMs - firstEndMs) / cuts.slideMs() + 1;
  }

  /** The first end of a window that no earlier slice with the key is part of. */
  private long endAfterEarlier(byte[] key, long sliceStartMs, long firstEndMs) {
    long startMs = sliceStartMs;
    while (startMs > Long.MIN_VALUE) {
      cuts.assign(startMs - 1);
      startMs = cuts.startMs();
      long lastEndMs = cuts.lastWindowEndMs(startMs);
      if (lastEndMs < firstEndMs) {
        break;
      }
      Window<PaneState<A>> earlier = handles.find(cuts.endMs(), startMs);
      if (earlier != null && earlier.get(key) != null) {
        return TimeMath.plus(lastEndMs, cuts.slideMs());
      }
    }
    return Long.MIN_VALUE;
  }

  /** The last end of a window that no later slice with the key is part of. */
  private long endBeforeLater(byte[] key, Window<PaneState<A>> slice, long lastEndMs) {
    Window<PaneState<A>> later = handles.after(slice.endMs(), slice.startMs());
    while (later != null && later.startMs() < lastEndMs) {
      if (later.get(key) != null) {
        return TimeMath.minus(cuts.firstWindowEndMs(later.endMs()), cuts.slideMs());
      }
      later = handles.after(later.endMs(), later.startMs());
    }
    return Long.MAX_VALUE;
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
    blocks.gone(slice.startMs());
    handles.delete(slice);
  }

  private @Nullable Window<PaneState<A>> firstSlice(long windowEndMs) {
    return handles.firstFrom(TimeMath.plus(cuts.windowStartMs(windowEndMs), 1));
  }
}
