package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The best few values by an order: min, max, first, last, top n and bounded lists are all this.
 * Values that the order takes for equal go by their bytes, so that the outcome never depends on
 * which came first. A better value is inserted into a short sorted list: O(limit).
 */
final class RankedAggregate<T, V, R> extends ValueAggregate<T, V, List<V>, R> {
  private final int limit;
  private final Comparator<V> bestFirst;
  private final Function<List<V>, @Nullable R> result;
  private final StateType<List<V>> stateType;

  RankedAggregate(
      String name,
      int limit,
      Function<? super T, ? extends @Nullable V> value,
      Comparator<? super V> bestFirst,
      StateType<V> type,
      Function<List<V>, @Nullable R> result) {
    super(value);
    if (limit < 1) {
      throw new IllegalArgumentException(
          "Expected a number of values to keep from 1, but it is less: n=" + limit + ".");
    }
    this.limit = limit;
    this.bestFirst = (a, b) -> compare(bestFirst, type, a, b);
    this.result = result;
    this.stateType =
        StateTypes.<List<V>>object(name)
            .field("best", StateTypes.lists(type), list -> list)
            .atomic(this::restore);
  }

  @SuppressWarnings("unchecked") // the field was written as a list of V
  private List<V> restore(@Nullable Object[] values) {
    List<V> best = (List<V>) Fields.present(values[0]);
    if (best.size() > limit) { // the limit was lowered
      best.subList(limit, best.size()).clear();
    }
    return best;
  }

  private static <V> int compare(Comparator<? super V> order, StateType<V> type, V a, V b) {
    int compared = order.compare(a, b);
    return compared != 0 || a.equals(b)
        ? compared
        : Arrays.compareUnsigned(bytes(type, a), bytes(type, b));
  }

  private static <V> byte[] bytes(StateType<V> type, V value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      type.write(value, new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("Expected memory to take bytes, but it failed.", e);
    }
    return bytes.toByteArray();
  }

  @Override
  public List<V> create() {
    return new ArrayList<>(Math.min(limit, 4));
  }

  @Override
  @SuppressWarnings("CheckReturnValue") // only whether the order throws
  void checkValue(List<V> best, V value) {
    position(best, value);
  }

  @Override
  void addValue(List<V> best, V value) {
    int position = position(best, value);
    if (position < limit) {
      if (best.size() == limit) {
        best.remove(limit - 1);
      }
      best.add(position, value);
    }
  }

  /** Where it belongs; beyond the end mostly, so the search begins there. */
  private int position(List<V> best, V value) {
    int position = best.size();
    while (position > 0 && bestFirst.compare(value, best.get(position - 1)) < 0) {
      position--;
    }
    return position;
  }

  @Override
  public List<V> merge(List<V> left, List<V> right) {
    for (V value : right) {
      addValue(left, value);
    }
    return left;
  }

  @Override
  public @Nullable R finish(List<V> best, WindowContext context) {
    return result.apply(best);
  }

  @Override
  public StateType<List<V>> stateType() {
    return stateType;
  }
}
