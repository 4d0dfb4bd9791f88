package dev.millrace.functions.aggregate;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over one value per event, in a mutable accumulator; events whose value is null are
 * passed over. The value is read before anything changes, so that user code that throws changes
 * nothing.
 */
abstract class ValueAggregate<T, V, A, R> implements Aggregate<T, A, R> {
  private final Function<? super T, ? extends @Nullable V> value;

  ValueAggregate(Function<? super T, ? extends @Nullable V> value) {
    this.value = value;
  }

  @Override
  public final void check(A accumulator, T event) {
    V read = value.apply(event);
    if (read != null) {
      checkValue(accumulator, read);
    }
  }

  @Override
  public final A add(A accumulator, T event) {
    V read = value.apply(event);
    if (read != null) {
      addValue(accumulator, read);
    }
    return accumulator;
  }

  /** Throws what {@link #addValue} would throw, and changes nothing. */
  void checkValue(A accumulator, V read) {}

  /** Adds a value, or throws and changes nothing. */
  abstract void addValue(A accumulator, V read);
}
