package dev.millrace.engine.accumulate;

import org.jspecify.annotations.Nullable;

/**
 * Merges what is there of a key, in the order of time. What is only there once is not merged with
 * anything, so that a key with few slices costs few merges; so the result is for reading only.
 */
final class Fold<A> {
  private final Folding<?, A> folding;
  private @Nullable A only;
  private @Nullable A merged;

  Fold(Folding<?, A> folding) {
    this.folding = folding;
  }

  /** Adds what comes next; null for nothing. User exceptions pass through. */
  void add(@Nullable A accumulator) {
    A first = only;
    if (accumulator == null) {
      return;
    }
    if (first == null) {
      only = accumulator;
      return;
    }
    A fresh = merged == null ? folding.merge(folding.create(), first) : merged;
    merged = folding.merge(fresh, accumulator);
  }

  /** All that was added, or null if nothing was. */
  @Nullable A result() {
    return merged == null ? only : merged;
  }
}
