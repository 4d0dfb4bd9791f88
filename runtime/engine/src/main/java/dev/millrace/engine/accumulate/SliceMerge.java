package dev.millrace.engine.accumulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the keys of several slices or blocks at once, ascending, each key once. A step costs
 * a comparison for each of them.
 */
public final class SliceMerge<A> implements KeyRun<A> {
  private final Folding<?, A> folding;
  private final List<Source<A>> sources;

  /** Those that have the key, in the order of time. */
  private final List<Source<A>> present;

  private byte @Nullable [] key;

  /** One part's walk and the key that it stands at; null at its end. */
  private static final class Source<A> {
    final KeyRun<A> run;
    byte @Nullable [] key;

    Source(KeyRun<A> run) {
      this.run = run;
      step();
    }

    void step() {
      key = run.next() ? run.key() : null;
    }
  }

  /**
   * @param parts in the order of time
   * @param afterKey starts after it; null for the first key
   */
  SliceMerge(
      List<? extends SlicePart<A>> parts, byte @Nullable [] afterKey, Folding<?, A> folding) {
    this.folding = folding;
    this.sources = new ArrayList<>(parts.size());
    this.present = new ArrayList<>(parts.size());
    for (SlicePart<A> part : parts) {
      sources.add(new Source<>(part.walk(afterKey)));
    }
  }

  @Override
  public boolean next() {
    for (int i = 0; i < present.size(); i++) {
      present.get(i).step();
    }
    present.clear();
    byte[] smallest = null;
    for (int i = 0; i < sources.size(); i++) {
      Source<A> source = sources.get(i);
      byte[] candidate = source.key;
      if (candidate != null) {
        int order = smallest == null ? -1 : Arrays.compareUnsigned(candidate, smallest);
        if (order < 0) {
          smallest = candidate;
          present.clear();
        }
        if (order <= 0) {
          present.add(source);
        }
      }
    }
    key = smallest;
    return smallest != null;
  }

  @Override
  public byte[] key() {
    return Objects.requireNonNull(key);
  }

  @Override
  public A accumulator() {
    Fold<A> fold = new Fold<>(folding);
    for (int i = 0; i < present.size(); i++) {
      fold.add(present.get(i).run.accumulator());
    }
    return Objects.requireNonNull(fold.result());
  }

  @Override
  public void close() {
    for (Source<A> source : sources) {
      source.run.close();
    }
  }
}
