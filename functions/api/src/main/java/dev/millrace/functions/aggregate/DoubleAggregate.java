package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Sum or mean of doubles, rounded once. */
final class DoubleAggregate<T> implements Aggregate<T, DoubleSum, Double> {
  private static final StateType<DoubleSum> STATE =
      StateTypes.<DoubleSum>object("@double-sum")
          .field("parts", StateTypes.lists(StateTypes.doubles()), DoubleAggregate::parts)
          .field("count", StateTypes.longs(), DoubleSum::count)
          .atomic(
              values -> restore((List<?>) Fields.present(values[0]), Fields.present(values[1])));

  private final ToDoubleFunction<? super T> value;
  private final Function<DoubleSum, @Nullable Double> result;

  DoubleAggregate(ToDoubleFunction<? super T> value, Function<DoubleSum, @Nullable Double> result) {
    this.value = value;
    this.result = result;
  }

  private static List<Double> parts(DoubleSum sum) {
    List<Double> parts = new ArrayList<>();
    for (double part : sum.canonical()) {
      parts.add(part);
    }
    return parts;
  }

  private static DoubleSum restore(List<?> parts, Object count) {
    return DoubleSum.of(parts.stream().mapToDouble(part -> (Double) part).toArray(), (Long) count);
  }

  @Override
  public DoubleSum create() {
    return new DoubleSum();
  }

  @Override
  public void check(DoubleSum sum, T event) {
    sum.check(value.applyAsDouble(event));
  }

  @Override
  public DoubleSum add(DoubleSum sum, T event) {
    double read = value.applyAsDouble(event);
    sum.check(read);
    sum.add(read);
    return sum;
  }

  @Override
  public void checkMerge(DoubleSum left, DoubleSum right) {
    left.check(right.value());
  }

  @Override
  public DoubleSum merge(DoubleSum left, DoubleSum right) {
    checkMerge(left, right);
    left.add(right);
    return left;
  }

  @Override
  public @Nullable Double finish(DoubleSum sum, WindowContext context) {
    return result.apply(sum);
  }

  @Override
  public StateType<DoubleSum> stateType() {
    return STATE;
  }
}
