package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.math.BigDecimal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sum or mean of numbers of any kind, without rounding on the way. */
final class ExactAggregate<T, R> extends ValueAggregate<T, Number, ExactSum, R> {
  private static final StateType<ExactSum> STATE =
      StateTypes.<ExactSum>object("@exact-sum")
          .field("small", StateTypes.longs(), ExactSum::smallPart)
          .field("big", StateTypes.nullable(StateTypes.bigDecimals()), ExactSum::bigPart)
          .field("count", StateTypes.longs(), ExactSum::count)
          .atomic(
              values ->
                  new ExactSum(
                      (Long) Fields.present(values[0]),
                      (BigDecimal) values[1],
                      (Long) Fields.present(values[2])));

  private final Function<ExactSum, @Nullable R> result;

  ExactAggregate(
      Function<? super T, ? extends @Nullable Number> value,
      Function<ExactSum, @Nullable R> result) {
    super(value);
    this.result = result;
  }

  @Override
  public ExactSum create() {
    return new ExactSum();
  }

  @Override
  void checkValue(ExactSum sum, Number value) {
    ExactSum.check(value);
  }

  @Override
  void addValue(ExactSum sum, Number value) {
    ExactSum.check(value);
    sum.add(value);
  }

  @Override
  public ExactSum merge(ExactSum left, ExactSum right) {
    left.add(right);
    return left;
  }

  @Override
  public @Nullable R finish(ExactSum sum, WindowContext context) {
    return result.apply(sum);
  }

  @Override
  public StateType<ExactSum> stateType() {
    return STATE;
  }
}
