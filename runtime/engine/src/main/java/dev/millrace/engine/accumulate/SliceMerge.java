package dev.millrace.engine.accumulate;

import dev.millrace.state.KeyCursor;
import dev.millrace.state.WindowTable.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the keys of several slices at once, ascending, each key once. A step costs a
 * comparison per slice; slices of a window are few.
 */
public final class SliceMerge<A> implements AutoCloseable {
  private final List<Source<A>> sources = new ArrayList<>();
  private byte @Nullable [] key;

  /** One slice's walk and the key that it stands at; null at its end. */
  private static final class Source<A> {
    final KeyCursor<PaneState<A>> cursor;
    byte @Nullable [] key;

    Source(KeyCursor<PaneState<A>> cursor) {
      this.cursor = cursor;
      step();
    }

    void step() {
      key = cursor.next() ? cursor.key() : null;
    }

    boolean isAt(byte[] other) {
      return key != null && Arrays.equals(key, other);
    }
  }

  /**
   * @param afterKey starts after it; null for the first key
   */
  public SliceMerge(List<Window<PaneState<A>>> slices, byte @Nullable [] afterKey) {
    for (Window<PaneState<A>> slice : slices) {
      sources.add(new Source<>(slice.ascending(afterKey)));
    }
  }

  /** Moves to the next key; false at the end. */
  public boolean next() {
    byte[] passed = key;
    if (passed != null) {
      for (Source<A> source : sources) {
        if (source.isAt(passed)) {
          source.step();
        }
      }
    }
    key = smallest();
    return key != null;
  }

  private byte @Nullable [] smallest() {
    byte[] smallest = null;
    for (Source<A> source : sources) {
      byte[] candidate = source.key;
      if (candidate != null
          && (smallest == null || Arrays.compareUnsigned(candidate, smallest) < 0)) {
        smallest = candidate;
      }
    }
    return smallest;
  }

  /** The key. */
  public byte[] key() {
    return Objects.requireNonNull(key);
  }

  /** What the slices hold of the key, in a fresh accumulator; user exceptions pass through. */
  public A merged(Folding<?, A> folding) {
    A merged = folding.create();
    byte[] present = key();
    for (Source<A> source : sources) {
      if (source.isAt(present)) {
        merged = folding.merge(merged, source.cursor.value().accumulator());
      }
    }
    return merged;
  }

  @Override
  public void close() {
    for (Source<A> source : sources) {
      source.cursor.close();
    }
  }
}
