package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.function.ToLongFunction;

/** The sum of a long per event; counts are sums of ones. Overflow is an error (rule W10). */
final class LongAggregate<T> implements Aggregate<T, LongCell, Long> {
  private final ToLongFunction<? super T> value;
  private final StateType<LongCell> stateType;

  LongAggregate(String name, ToLongFunction<? super T> value) {
    this.value = value;
    this.stateType =
        StateTypes.<LongCell>object(name)
            .field("value", StateTypes.longs(), cell -> cell.value)
            .atomic(values -> new LongCell((Long) Fields.present(values[0])));
  }

  @Override
  public LongCell create() {
    return new LongCell(0);
  }

  @Override
  @SuppressWarnings("CheckReturnValue") // only whether it throws
  public void check(LongCell cell, T event) {
    sum(cell.value, value.applyAsLong(event));
  }

  @Override
  public LongCell add(LongCell cell, T event) {
    cell.value = sum(cell.value, value.applyAsLong(event));
    return cell;
  }

  @Override
  @SuppressWarnings("CheckReturnValue") // only whether it throws
  public void checkMerge(LongCell left, LongCell right) {
    sum(left.value, right.value);
  }

  @Override
  public LongCell merge(LongCell left, LongCell right) {
    left.value = sum(left.value, right.value);
    return left;
  }

  private static long sum(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      throw new ArithmeticException(
          "Expected a sum that fits a long, but it overflows (W10): sum="
              + a
              + ", value="
              + b
              + ". Use Aggregates.sum, which is exact for any size.");
    }
    return sum;
  }

  @Override
  public Long finish(LongCell cell, WindowContext context) {
    return cell.value;
  }

  @Override
  public StateType<LongCell> stateType() {
    return stateType;
  }
}
