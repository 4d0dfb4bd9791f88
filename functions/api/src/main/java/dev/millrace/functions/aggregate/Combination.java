package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Several aggregates over the same events. An event goes into all of them or, if one refuses it,
 * into none (rule E1): all but the first are checked before the first adds. State is kept under the
 * names, so aggregates may be added and removed between versions (rule T4).
 */
final class Combination<T, R> implements Aggregate<T, Object[], R> {
  private final Part<T>[] parts;
  private final BiFunction<WindowContext, @Nullable Object[], @Nullable R> result;
  private final StateType<Object[]> stateType;

  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays have no type arguments
  Combination(
      Map<String, ? extends Aggregate<? super T, ?, ?>> aggregates,
      BiFunction<WindowContext, @Nullable Object[], @Nullable R> result) {
    if (aggregates.isEmpty()) {
      throw new IllegalArgumentException("Expected at least one aggregate, but there is none.");
    }
    this.result = result;
    this.parts = new Part[aggregates.size()];
    StateTypes.ObjectBuilder<Object[]> fields = StateTypes.object("Combination");
    int i = 0;
    for (Map.Entry<String, ? extends Aggregate<? super T, ?, ?>> e : aggregates.entrySet()) {
      int index = i++;
      parts[index] = new Part<T>((Aggregate) e.getValue());
      fields.field(e.getKey(), parts[index].aggregate.stateType(), states -> states[index]);
    }
    this.stateType = fields.atomic(this::restore);
  }

  /** One aggregate, its types forgotten: its accumulators only ever go back to itself. */
  private record Part<T>(Aggregate<T, Object, ?> aggregate) {}

  private Object[] restore(@Nullable Object[] values) {
    Object[] states = new Object[parts.length];
    for (int i = 0; i < states.length; i++) {
      Object value = values[i];
      states[i] = value == null ? parts[i].aggregate.create() : value;
    }
    return states;
  }

  @Override
  public Object[] create() {
    return restore(new @Nullable Object[parts.length]);
  }

  @Override
  public void check(Object[] states, T event) {
    checkFrom(0, states, event);
  }

  private void checkFrom(int first, Object[] states, T event) {
    for (int i = first; i < parts.length; i++) {
      parts[i].aggregate.check(states[i], event);
    }
  }

  @Override
  public Object[] add(Object[] states, T event) {
    checkFrom(1, states, event);
    for (int i = 0; i < parts.length; i++) {
      states[i] = parts[i].aggregate.add(states[i], event);
    }
    return states;
  }

  @Override
  public void checkMerge(Object[] left, Object[] right) {
    for (int i = 0; i < parts.length; i++) {
      parts[i].aggregate.checkMerge(left[i], right[i]);
    }
  }

  @Override
  public Object[] merge(Object[] left, Object[] right) {
    checkMerge(left, right);
    for (int i = 0; i < parts.length; i++) {
      left[i] = parts[i].aggregate.merge(left[i], right[i]);
    }
    return left;
  }

  @Override
  public @Nullable R finish(Object[] states, WindowContext context) {
    @Nullable Object[] results = new @Nullable Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      results[i] = parts[i].aggregate.finish(states[i], context);
    }
    return result.apply(context, results);
  }

  @Override
  public StateType<Object[]> stateType() {
    return stateType;
  }

  /** The results under the aggregates' names, in their order. */
  static Map<String, @Nullable Object> named(Iterable<String> names, @Nullable Object[] results) {
    Map<String, @Nullable Object> named = new LinkedHashMap<>();
    int i = 0;
    for (String name : names) {
      named.put(name, results[i++]);
    }
    return named;
  }
}
