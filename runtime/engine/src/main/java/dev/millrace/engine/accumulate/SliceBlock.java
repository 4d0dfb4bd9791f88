package dev.millrace.engine.accumulate;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring slices, kept merged: keys ascending, and what each has in all of them. It is filled
 * by the first walk that comes along, as far as that walk goes, so that a firing in portions (rule
 * X4) merges in the same portions. The slices must not change while it is in use. Where there is no
 * room for more, the rest is merged anew by each walk.
 *
 * <p>Of a key that only one part has, that part's accumulator is referred to, not copied. One whose
 * merge throws is merged anew, and throws again, whenever it is asked for.
 */
final class SliceBlock<A> implements SlicePart<A> {
  private static final int SMALLEST = 16;

  private final List<SlicePart<A>> parts;
  private final Folding<?, A> folding;
  private final BlockMemory<A> memory;
  private byte[][] keys = {};
  private @Nullable Object[] merged = {};
  private int size;
  private boolean complete;
  private long bytes;

  /**
   * @param parts at least two, in the order of time
   */
  SliceBlock(List<SlicePart<A>> parts, Folding<?, A> folding, BlockMemory<A> memory) {
    this.parts = parts;
    this.folding = folding;
    this.memory = memory;
  }

  /** Goes over what is there, and on from there over the parts. */
  private final class Walk implements KeyRun<A> {
    private int at;

    /** There is no room: what comes is handed on, not kept. */
    private boolean passing;

    private @Nullable SliceMerge<A> more;

    Walk(int first) {
      this.at = first - 1;
    }

    @Override
    public boolean next() {
      if (passing) {
        return source().next();
      }
      at++;
      return at < size || (!complete && extend());
    }

    private boolean extend() {
      SliceMerge<A> source = source();
      if (!source.next()) {
        complete();
        return false;
      }
      passing = memory.isFull();
      if (!passing) {
        append(source);
      }
      return true;
    }

    private SliceMerge<A> source() {
      SliceMerge<A> source = more;
      if (source == null) {
        source = merge(size == 0 ? null : keys[size - 1]);
        more = source;
      }
      return source;
    }

    @Override
    public byte[] key() {
      return passing ? source().key() : keys[at];
    }

    @Override
    public A accumulator() {
      if (passing) {
        return source().accumulator();
      }
      A present = merged(at);
      return present == null ? Objects.requireNonNull(mergeOf(keys[at])) : present;
    }

    @Override
    public void close() {
      if (more != null) {
        more.close();
      }
    }
  }

  @Override
  public long endMs() {
    return parts.get(parts.size() - 1).endMs();
  }

  @Override
  public long startMs() {
    return parts.get(parts.size() - 1).startMs();
  }

  /** Estimated bytes that it holds. */
  long bytes() {
    return bytes;
  }

  @Override
  public KeyRun<A> walk(byte @Nullable [] afterKey) {
    if (afterKey == null) {
      return new Walk(0);
    }
    // What would have to be filled up to there first is left empty: the step must stay small.
    return complete || isFilledTo(afterKey) ? new Walk(firstAbove(afterKey)) : merge(afterKey);
  }

  private SliceMerge<A> merge(byte @Nullable [] afterKey) {
    return new SliceMerge<>(parts, afterKey, folding);
  }

  @Override
  public @Nullable A get(byte[] key) {
    int index = firstAbove(key) - 1;
    if (index >= 0 && Arrays.equals(keys[index], key)) {
      A present = merged(index);
      return present == null ? mergeOf(key) : present;
    }
    return complete || isFilledTo(key) ? null : mergeOf(key);
  }

  private @Nullable A mergeOf(byte[] key) {
    Fold<A> fold = new Fold<>(folding);
    for (SlicePart<A> part : parts) {
      fold.add(part.get(key));
    }
    return fold.result();
  }

  private void append(SliceMerge<A> source) {
    if (size == keys.length) {
      int larger = Math.max(SMALLEST, 2 * size);
      keys = Arrays.copyOf(keys, larger);
      merged = Arrays.copyOf(merged, larger);
    }
    A accumulator = mergedOrNull(source);
    keys[size] = source.key();
    merged[size] = accumulator;
    size++;
    bytes += memory.added(source.key(), accumulator);
  }

  private static <A> @Nullable A mergedOrNull(SliceMerge<A> source) {
    try {
      return source.accumulator();
    } catch (RuntimeException e) {
      return null; // the pane that asks for it fails
    }
  }

  private void complete() {
    complete = true;
    keys = Arrays.copyOf(keys, size);
    merged = Arrays.copyOf(merged, size);
  }

  private boolean isFilledTo(byte[] key) {
    return size > 0 && Arrays.compareUnsigned(keys[size - 1], key) >= 0;
  }

  private int firstAbove(byte[] key) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(keys[middle], key) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @SuppressWarnings("unchecked") // only append puts something in
  private @Nullable A merged(int index) {
    return (A) merged[index];
  }
}
