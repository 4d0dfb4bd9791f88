package dev.millrace.functions.sketch;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Quantiles by a {@link LogLinearSketch}. */
final class QuantileSketch<T> implements Aggregate<T, LogLinearSketch, List<Double>> {
  private static final StateType<LogLinearSketch> STATE =
      StateTypes.<LogLinearSketch>object("@log-linear")
          .field("precision", StateTypes.ints(), LogLinearSketch::precision)
          .field(
              "counts",
              StateTypes.maps(StateTypes.longs(), StateTypes.longs()),
              LogLinearSketch::counts)
          .atomic(QuantileSketch::restore);

  private final Function<? super T, ? extends @Nullable Double> value;
  private final double[] ranks;

  QuantileSketch(Function<? super T, ? extends @Nullable Double> value, double... ranks) {
    this.value = value;
    this.ranks = ranks.clone();
    for (double rank : ranks) {
      if (!(rank >= 0 && rank <= 1)) {
        throw new IllegalArgumentException(
            "Expected ranks from 0 to 1, but one is outside: rank=" + rank + ".");
      }
    }
    if (ranks.length == 0) {
      throw new IllegalArgumentException("Expected at least one rank, but there is none.");
    }
  }

  @SuppressWarnings("unchecked") // the field was written as such a map
  private static LogLinearSketch restore(@Nullable Object[] fields) {
    if (fields[0] instanceof Integer precision && fields[1] instanceof Map<?, ?> counts) {
      return new LogLinearSketch(precision, (Map<Long, Long>) counts);
    }
    throw new IllegalStateException(
        "Expected the fields of a sketch, but one is missing. The state is damaged.");
  }

  @Override
  public LogLinearSketch create() {
    return new LogLinearSketch();
  }

  @Override
  @SuppressWarnings("CheckReturnValue") // only whether it throws
  public void check(LogLinearSketch sketch, T event) {
    read(event);
  }

  @Override
  public LogLinearSketch add(LogLinearSketch sketch, T event) {
    Double read = read(event);
    if (read != null) {
      sketch.add(read);
    }
    return sketch;
  }

  private @Nullable Double read(T event) {
    Double read = value.apply(event);
    if (read != null && !Double.isFinite(read)) {
      throw new ArithmeticException("Expected a finite number, but it is not: value=" + read + ".");
    }
    return read;
  }

  @Override
  public LogLinearSketch merge(LogLinearSketch left, LogLinearSketch right) {
    left.add(right);
    return left;
  }

  @Override
  public @Nullable List<Double> finish(LogLinearSketch sketch, WindowContext context) {
    if (sketch.isEmpty()) {
      return null;
    }
    List<Double> quantiles = new ArrayList<>();
    for (double rank : ranks) {
      quantiles.add(sketch.quantile(rank));
    }
    return List.copyOf(quantiles);
  }

  @Override
  public StateType<LogLinearSketch> stateType() {
    return STATE;
  }
}
