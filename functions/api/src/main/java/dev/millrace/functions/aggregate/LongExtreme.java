package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.function.ToLongFunction;

/** Smallest or largest long, in place. */
final class LongExtreme<T> implements Aggregate<T, LongCell, Long> {
  private final ToLongFunction<? super T> value;
  private final boolean largest;
  private final StateType<LongCell> stateType;

  LongExtreme(ToLongFunction<? super T> value, boolean largest) {
    this.value = value;
    this.largest = largest;
    this.stateType =
        StateTypes.<LongCell>object(largest ? "@max-long" : "@min-long")
            .field("value", StateTypes.longs(), cell -> cell.value)
            .atomic(values -> new LongCell((Long) Fields.present(values[0])));
  }

  /** The neutral element; it is never seen, for a window has an event. */
  @Override
  public LongCell create() {
    return new LongCell(largest ? Long.MIN_VALUE : Long.MAX_VALUE);
  }

  @Override
  @SuppressWarnings("CheckReturnValue") // only whether it throws
  public void check(LongCell cell, T event) {
    value.applyAsLong(event);
  }

  @Override
  public LongCell add(LongCell cell, T event) {
    cell.value = better(cell.value, value.applyAsLong(event));
    return cell;
  }

  @Override
  public LongCell merge(LongCell left, LongCell right) {
    left.value = better(left.value, right.value);
    return left;
  }

  private long better(long a, long b) {
    return largest ? Math.max(a, b) : Math.min(a, b);
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
