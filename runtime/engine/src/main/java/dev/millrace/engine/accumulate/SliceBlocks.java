package dev.millrace.engine.accumulate;

import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.SlidingSlices;
import dev.millrace.functions.state.StateType;
import dev.millrace.state.Rebuildable;
import dev.millrace.state.WindowTable.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps merged what neighbouring sliding windows share (rule T3): blocks of 4, 16, 64 … slices that
 * begin at a multiple of their length, each merged from the four of the level below.
 *
 * <pre>
 *   slices    0 1 2 3 4 5 6 7 8 9 …
 *   blocks   [0      )[4      )[8 …        and [0 16)[16 32) …
 *   window        [2            9)    is   2 · 3 · [4 8) · 8
 * </pre>
 *
 * <p>So a window of n slices is merged from O(log n) parts. In which order a key is merged follows
 * from the slices that have it alone: a block that is not there is merged in the same way, and an
 * aggregate whose merges are not quite associative gives the same with and without. After the
 * aggregation trees of: Tangwongsan, Hirzel, Schneider, Wu, General Incremental Sliding-Window
 * Aggregation, PVLDB 2015; with fixed places, so that all keys and all windows share them.
 *
 * <p>Nothing of it is durable. A record for a slice of a block lets go of that block.
 */
final class SliceBlocks<A> implements Rebuildable {
  /** A block has four parts: a third as many entries as slices have, and half as many levels. */
  private static final int PART_BITS = 2;

  /** Below so many slices per window, a block saves no more than it costs. */
  private static final int FEWEST_SLICES = 16;

  private final SlidingSlices cuts;
  private final WindowHandles<PaneState<A>> handles;
  private final Folding<?, A> folding;
  private final BlockMemory<A> memory;

  /** By level, from that of four slices on: blocks by their place. */
  private final List<TreeMap<Long, SliceBlock<A>>> levels = new ArrayList<>();

  /** No block has a slice that ends after it. */
  private long coveredUntilMs = Long.MIN_VALUE;

  SliceBlocks(
      SlidingSlices cuts,
      WindowHandles<PaneState<A>> handles,
      Folding<?, A> folding,
      StateType<A> type,
      LongSupplier spareBytes) {
    this.cuts = cuts;
    this.handles = handles;
    this.folding = folding;
    this.memory = new BlockMemory<>(type, spareBytes);
    long slices = cuts.slicesPerWindow();
    if (slices >= FEWEST_SLICES) {
      for (long rest = slices >> PART_BITS; rest > 0; rest >>= PART_BITS) {
        levels.add(new TreeMap<>());
      }
    }
  }

  /** The parts of a complete window, ascending, to be walked. Its blocks are kept from now on. */
  List<SlicePart<A>> ofComplete(long windowEndMs) {
    coveredUntilMs = Math.max(coveredUntilMs, windowEndMs);
    memory.look();
    return parts(windowEndMs, true);
  }

  /** What a window holds of a key, for reading only, or null. User exceptions pass through. */
  @Nullable A merged(byte[] key, long windowEndMs) {
    Fold<A> fold = new Fold<>(folding);
    for (SlicePart<A> part : parts(windowEndMs, false)) {
      fold.add(part.get(key));
    }
    return fold.result();
  }

  private List<SlicePart<A>> parts(long windowEndMs, boolean keep) {
    long startMs = cuts.windowStartMs(windowEndMs);
    long from = cuts.number(startMs);
    long until = cuts.number(windowEndMs);
    List<SlicePart<A>> parts = new ArrayList<>();
    Window<PaneState<A>> slice = handles.firstFrom(TimeMath.plus(startMs, 1));
    while (slice != null && slice.startMs() < windowEndMs) {
      int level = level(cuts.number(slice.startMs()), from, until);
      SlicePart<A> part = part(slice, level, keep);
      parts.add(part);
      slice = handles.after(part.endMs(), part.startMs());
    }
    return parts;
  }

  /** The highest level whose block with that slice is in the window. */
  private int level(long number, long from, long until) {
    int level = 0;
    while (level < levels.size()) {
      int bits = PART_BITS * (level + 1);
      long first = number >> bits << bits;
      if (first < from || until - first < 1L << bits) {
        break;
      }
      level++;
    }
    return level;
  }

  /** The block that begins with a slice, the first that is there of it; or that slice alone. */
  private SlicePart<A> part(Window<PaneState<A>> first, int level, boolean keep) {
    if (level == 0) {
      return new SingleSlice<>(first);
    }
    int bits = PART_BITS * level;
    long place = cuts.number(first.startMs()) >> bits;
    SliceBlock<A> kept = levels.get(level - 1).get(place);
    if (kept != null) {
      return kept;
    }
    List<SlicePart<A>> parts = new ArrayList<>();
    Window<PaneState<A>> slice = first;
    while (slice != null && cuts.number(slice.startMs()) >> bits == place) {
      SlicePart<A> part = part(slice, level - 1, keep);
      parts.add(part);
      slice = handles.after(part.endMs(), part.startMs());
    }
    if (parts.size() == 1) {
      return parts.get(0);
    }
    SliceBlock<A> made = new SliceBlock<>(parts, folding, memory);
    if (keep) {
      levels.get(level - 1).put(place, made);
    }
    return made;
  }

  /** A slice is about to get a record: what was merged with it is so no more. */
  void changed(long sliceStartMs) {
    if (sliceStartMs < coveredUntilMs) {
      long place = cuts.number(sliceStartMs);
      for (int i = 0; i < levels.size(); i++) {
        place >>= PART_BITS;
        SliceBlock<A> block = levels.get(i).remove(place);
        if (block != null) {
          memory.freed(block.bytes());
        }
      }
    }
  }

  /** A slice is gone, and with it all windows that begin before its end. */
  void gone(long sliceStartMs) {
    long place = cuts.number(sliceStartMs);
    for (TreeMap<Long, SliceBlock<A>> blocks : levels) {
      place >>= PART_BITS;
      while (!blocks.isEmpty() && blocks.firstKey() <= place) {
        memory.freed(blocks.pollFirstEntry().getValue().bytes());
      }
    }
  }

  @Override
  public long memoryBytes() {
    return memory.bytes();
  }

  @Override
  public void giveUp() {
    memory.freed(memory.bytes());
    levels.forEach(TreeMap::clear);
    coveredUntilMs = Long.MIN_VALUE;
  }
}
