package dev.millrace.functions.sketch;

import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.state.StateType;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The sketch aggregates. Their results do not depend on the order of events, nor on how parts were
 * merged, so replays agree. That rules out sketches that flip coins (KLL, REQ and the classic
 * quantiles of DataSketches) and those whose answer depends on the order of arrival (t-digest,
 * which moreover compresses itself when it is serialised, so that a checkpoint would change the
 * result).
 */
public final class Sketches {

  private Sketches() {}

  /**
   * The number of distinct values by HyperLogLog (Apache DataSketches): within 1.6 % (one standard
   * deviation) with 4 kB of state; almost exact up to some hundred values. Null is passed over.
   *
   * @param type encodes values for hashing: equal values must have equal bytes
   */
  public static <T, V> Aggregate<T, ?, Long> distinct(
      Function<? super T, ? extends @Nullable V> value, StateType<V> type) {
    return new DistinctSketch<>(value, type);
  }

  /**
   * Quantiles of finite doubles within 0.4 % of the value, by a {@link LogLinearSketch}.
   *
   * @param ranks from 0 (smallest) to 1 (largest), in the order of the results
   */
  public static <T> Aggregate<T, ?, List<Double>> quantiles(
      ToDoubleFunction<? super T> value, double... ranks) {
    return new QuantileSketch<>(event -> value.applyAsDouble(event), ranks);
  }

  /** As {@link #quantiles}, of a value that may be missing: null is passed over. */
  public static <T> Aggregate<T, ?, List<Double>> quantilesOf(
      Function<? super T, ? extends @Nullable Double> value, double... ranks) {
    return new QuantileSketch<>(value, ranks);
  }
}
