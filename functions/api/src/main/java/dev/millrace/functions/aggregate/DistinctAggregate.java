package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The number of distinct values, exactly, up to a bound. Beyond it the values are forgotten and
 * only "more than that" remains, which merges the same in any order.
 */
final class DistinctAggregate<T, V, R> extends ValueAggregate<T, V, DistinctAggregate.Seen<V>, R> {
  private final int limit;
  private final Function<DistinctCount, R> result;
  private final StateType<Seen<V>> stateType;

  DistinctAggregate(
      Function<? super T, ? extends @Nullable V> value,
      StateType<V> type,
      int limit,
      Function<DistinctCount, R> result) {
    super(value);
    if (limit < 1) {
      throw new IllegalArgumentException(
          "Expected a bound of distinct values from 1, but it is less: limit=" + limit + ".");
    }
    this.limit = limit;
    this.result = result;
    this.stateType =
        StateTypes.<Seen<V>>object("@distinct")
            .field("values", StateTypes.sets(type), seen -> seen.values)
            .field("beyond", StateTypes.booleans(), seen -> seen.beyond)
            .atomic(DistinctAggregate::restore);
  }

  /** The values so far; empty once there are more than the bound. */
  static final class Seen<V> {
    private final Set<V> values;
    private boolean beyond;

    private Seen(Set<V> values, boolean beyond) {
      this.values = values;
      this.beyond = beyond;
    }
  }

  @SuppressWarnings("unchecked") // the field was written as a set of V
  private static <V> Seen<V> restore(@Nullable Object[] values) {
    return new Seen<>((Set<V>) Fields.present(values[0]), (Boolean) Fields.present(values[1]));
  }

  @Override
  public Seen<V> create() {
    return new Seen<>(new HashSet<>(), false);
  }

  @Override
  void addValue(Seen<V> seen, V value) {
    if (!seen.beyond && seen.values.add(value) && seen.values.size() > limit) {
      forget(seen);
    }
  }

  private static void forget(Seen<?> seen) {
    seen.beyond = true;
    seen.values.clear();
  }

  @Override
  public Seen<V> merge(Seen<V> left, Seen<V> right) {
    for (V value : right.values) {
      addValue(left, value);
    }
    if (right.beyond) {
      forget(left);
    }
    return left;
  }

  @Override
  public R finish(Seen<V> seen, WindowContext context) {
    return result.apply(new DistinctCount(seen.beyond ? limit : seen.values.size(), seen.beyond));
  }

  @Override
  public StateType<Seen<V>> stateType() {
    return stateType;
  }
}
