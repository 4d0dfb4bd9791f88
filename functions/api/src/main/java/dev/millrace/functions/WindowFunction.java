package dev.millrace.functions;

import org.jspecify.annotations.Nullable;

/**
 * A window function: folds the events of one key and window into an accumulator and turns it into a
 * result when a pane fires.
 *
 * <p>It must be deterministic: what it returns may depend on its arguments only, for a crash is
 * healed by running it again. One instance serves all keys of a partition, from one thread.
 *
 * @param <E> the event
 * @param <A> the accumulator
 * @param <R> the result
 */
public interface WindowFunction<E, A, R> {

  /** A new, empty accumulator. */
  A create();

  /**
   * Adds an event.
   *
   * @return the accumulator to keep: a new one, or the argument itself if it is mutable
   */
  A add(A accumulator, E event);

  /**
   * The result of a pane. Must not modify the accumulator.
   *
   * @return the result, or null to emit nothing for this pane
   */
  @Nullable R finish(A accumulator, WindowContext context);
}
