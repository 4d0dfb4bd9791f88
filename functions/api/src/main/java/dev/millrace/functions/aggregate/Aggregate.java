package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import org.jspecify.annotations.Nullable;

/**
 * A computation over the events of a window that can be combined with others. Deterministic, and
 * stateless but for the accumulators that it is given.
 *
 * @param <T> the event
 * @param <A> the accumulator; may be mutable
 * @param <R> the result
 */
public interface Aggregate<T, A, R> {

  /** A new, empty accumulator. */
  A create();

  /**
   * Throws what {@link #add} would throw, and changes nothing. It lets several aggregates take an
   * event together or not at all (rule E1).
   */
  void check(A accumulator, T event);

  /**
   * Adds an event. If it throws, the accumulator is as before.
   *
   * @return the accumulator to keep: the argument itself if it is mutable
   */
  A add(A accumulator, T event);

  /** Throws what {@link #merge} would throw, and changes nothing. */
  default void checkMerge(A left, A right) {}

  /**
   * Merges; may modify and return {@code left}, not {@code right}. Associative and commutative. If
   * it throws, both are as before.
   */
  A merge(A left, A right);

  /**
   * The result. Must not modify the accumulator.
   *
   * @return the result, or null if there is none
   */
  @Nullable R finish(A accumulator, WindowContext context);

  /** How accumulators are stored. */
  StateType<A> stateType();
}
