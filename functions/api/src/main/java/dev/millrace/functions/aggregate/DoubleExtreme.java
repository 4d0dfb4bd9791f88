package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.function.ToDoubleFunction;

/** Smallest or largest double, in place. Not-a-number is refused: it has no place in an order. */
final class DoubleExtreme<T> implements Aggregate<T, DoubleExtreme.Cell, Double> {
  private final ToDoubleFunction<? super T> value;
  private final boolean largest;
  private final StateType<Cell> stateType;

  DoubleExtreme(ToDoubleFunction<? super T> value, boolean largest) {
    this.value = value;
    this.largest = largest;
    this.stateType =
        StateTypes.<Cell>object(largest ? "@max-double" : "@min-double")
            .field("value", StateTypes.doubles(), cell -> cell.value)
            .atomic(values -> new Cell((Double) Fields.present(values[0])));
  }

  /** The best so far. */
  static final class Cell {
    private double value;

    private Cell(double value) {
      this.value = value;
    }
  }

  /** The neutral element; it is never seen, for a window has an event. */
  @Override
  public Cell create() {
    return new Cell(largest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
  }

  @Override
  @SuppressWarnings("CheckReturnValue") // only whether it throws
  public void check(Cell cell, T event) {
    read(event);
  }

  @Override
  public Cell add(Cell cell, T event) {
    cell.value = better(cell.value, read(event));
    return cell;
  }

  private double read(T event) {
    double read = value.applyAsDouble(event);
    if (Double.isNaN(read)) {
      throw new ArithmeticException("Expected a number, but it is not a number: value=NaN.");
    }
    return read;
  }

  @Override
  public Cell merge(Cell left, Cell right) {
    left.value = better(left.value, right.value);
    return left;
  }

  private double better(double a, double b) {
    return largest ? Math.max(a, b) : Math.min(a, b);
  }

  @Override
  public Double finish(Cell cell, WindowContext context) {
    return cell.value;
  }

  @Override
  public StateType<Cell> stateType() {
    return stateType;
  }
}
