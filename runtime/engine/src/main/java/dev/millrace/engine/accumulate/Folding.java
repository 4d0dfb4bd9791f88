package dev.millrace.engine.accumulate;

import dev.millrace.engine.RejectReason;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.WindowFunction;
import org.jspecify.annotations.Nullable;

/**
 * Calls the user's code and says what an exception in it costs (rule E1): with an atomic
 * accumulator, or one that nothing else refers to yet, only the record; else the state may have
 * been touched.
 */
public final class Folding<E, A> {
  private static final String FAILED =
      "Expected the function to add the event, but it threw; its state is as before.";

  private final WindowFunction<E, A, ?> function;
  private final @Nullable MergeableWindowFunction<E, A, ?> mergeable;
  private final boolean atomic;

  public Folding(WindowFunction<E, A, ?> function, boolean atomic) {
    this.function = function;
    this.mergeable =
        function instanceof MergeableWindowFunction<E, A, ?> canMerge ? canMerge : null;
    this.atomic = atomic;
  }

  /** Whether accumulators can be merged. */
  public boolean canMerge() {
    return mergeable != null;
  }

  /** A new, empty accumulator. */
  public A create() {
    return function.create();
  }

  /** A new accumulator with one event. Nothing of the state is touched when it fails. */
  public A first(E event) throws RejectedException {
    try {
      return function.add(function.create(), event);
    } catch (RuntimeException e) {
      throw new RejectedException(RejectReason.FUNCTION_FAILED, FAILED, e);
    }
  }

  /** A new, empty accumulator, on behalf of a record: an exception rejects it. */
  public A createForRecord() throws RejectedException {
    try {
      return function.create();
    } catch (RuntimeException e) {
      throw new RejectedException(RejectReason.FUNCTION_FAILED, FAILED, e);
    }
  }

  /** Adds an event to an accumulator that is part of the state. */
  public A add(A accumulator, E event) throws RejectedException {
    try {
      return function.add(accumulator, event);
    } catch (RuntimeException e) {
      if (atomic) {
        throw new RejectedException(RejectReason.FUNCTION_FAILED, FAILED, e);
      }
      throw RejectedException.stateTouched(FAILED, e);
    }
  }

  /** Adds an event to an accumulator that is not yet part of the state. */
  public A addToFresh(A accumulator, E event) throws RejectedException {
    try {
      return function.add(accumulator, event);
    } catch (RuntimeException e) {
      throw new RejectedException(RejectReason.FUNCTION_FAILED, FAILED, e);
    }
  }

  /** Merges an accumulator of the state into a fresh one; user exceptions pass through. */
  public A merge(A fresh, A stored) {
    if (mergeable == null) {
      throw new IllegalStateException(
          "Expected a function that can merge, but it cannot: function="
              + function.getClass().getName());
    }
    return mergeable.merge(fresh, stored);
  }

  /** As {@link #merge}, on behalf of a record: an exception rejects it. */
  public A mergeForRecord(A fresh, A stored) throws RejectedException {
    try {
      return merge(fresh, stored);
    } catch (RuntimeException e) {
      throw new RejectedException(RejectReason.FUNCTION_FAILED, FAILED, e);
    }
  }
}
