package dev.millrace.functions.aggregate;

/**
 * A function made of built-in aggregates ({@link Aggregates}) instead of a hand-written
 * accumulator. It can merge, so every kind of window is possible.
 *
 * @param <E> the event
 * @param <R> the result
 */
public interface AggregateFunction<E, R> {

  /** What is computed per key and window. Called once, before the first event. */
  Aggregate<E, ?, R> aggregate();
}
