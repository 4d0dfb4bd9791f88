package dev.millrace.functions;

/**
 * A window function whose accumulators can be merged. Session windows need it; sliding windows use
 * it to accumulate each event once (rule T3).
 */
public interface MergeableWindowFunction<E, A, R> extends WindowFunction<E, A, R> {

  /**
   * Merges two accumulators. May modify and return {@code left}; must not modify {@code right}. The
   * order of merging is not defined, so it must be associative, and commutative where events of
   * different slices or sessions have no order.
   */
  A merge(A left, A right);
}
