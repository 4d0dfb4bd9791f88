package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.aggregate.Combiners.Combiner1;
import dev.millrace.functions.aggregate.Combiners.Combiner2;
import dev.millrace.functions.aggregate.Combiners.Combiner3;
import dev.millrace.functions.aggregate.Combiners.Combiner4;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The built-in aggregates. None depends on the order of events, so replays, sessions that merge and
 * slices of sliding windows agree to the last bit. Where a value may be null its event is passed
 * over; an aggregate that saw no value gives null, a sum 0.
 */
public final class Aggregates {

  private Aggregates() {}

  /** The number of events. */
  public static <T> Aggregate<T, ?, Long> count() {
    return new LongAggregate<>("@count", event -> 1);
  }

  /** The sum of longs. An event whose value makes it overflow is rejected (rule W10). */
  public static <T> Aggregate<T, ?, Long> sumLong(ToLongFunction<? super T> value) {
    return new LongAggregate<>("@sum-long", value);
  }

  /**
   * The exact sum of numbers of any kind; a {@code Long} where it fits one, else a {@code
   * BigInteger} or {@code BigDecimal}. Doubles count as the decimal that prints them, so 0.1 + 0.2
   * is 0.3. Numbers that are not finite reject their event.
   */
  public static <T> Aggregate<T, ?, Number> sum(
      Function<? super T, ? extends @Nullable Number> value) {
    return new ExactAggregate<>(value, ExactSum::value);
  }

  /** The sum of doubles, rounded once to the nearest double, whatever the order. */
  public static <T> Aggregate<T, ?, Double> sumDouble(ToDoubleFunction<? super T> value) {
    return new DoubleAggregate<>(value, DoubleSum::value);
  }

  /** The mean of numbers of any kind: their exact sum, divided and rounded once. */
  public static <T> Aggregate<T, ?, Double> mean(
      Function<? super T, ? extends @Nullable Number> value) {
    return new ExactAggregate<>(value, ExactSum::mean);
  }

  /** The mean of doubles: their sum, rounded once, by their number. */
  public static <T> Aggregate<T, ?, Double> meanDouble(ToDoubleFunction<? super T> value) {
    return new DoubleAggregate<>(value, sum -> sum.count() == 0 ? null : sum.value() / sum.count());
  }

  /** The smallest long. */
  public static <T> Aggregate<T, ?, Long> minLong(ToLongFunction<? super T> value) {
    return new LongExtreme<>(value, false);
  }

  /** The largest long. */
  public static <T> Aggregate<T, ?, Long> maxLong(ToLongFunction<? super T> value) {
    return new LongExtreme<>(value, true);
  }

  /** The smallest double; not-a-number rejects its event. */
  public static <T> Aggregate<T, ?, Double> minDouble(ToDoubleFunction<? super T> value) {
    return new DoubleExtreme<>(value, false);
  }

  /** The largest double; not-a-number rejects its event. */
  public static <T> Aggregate<T, ?, Double> maxDouble(ToDoubleFunction<? super T> value) {
    return new DoubleExtreme<>(value, true);
  }

  /** The smallest value by natural order. */
  public static <T, V extends Comparable<? super V>> Aggregate<T, ?, V> min(
      Function<? super T, ? extends @Nullable V> value, StateType<V> type) {
    return min(value, Comparator.<V>naturalOrder(), type);
  }

  /** The smallest value by an order. */
  public static <T, V> Aggregate<T, ?, V> min(
      Function<? super T, ? extends @Nullable V> value,
      Comparator<? super V> order,
      StateType<V> type) {
    return new RankedAggregate<>("@min", 1, value, order, type, Aggregates::only);
  }

  /** The largest value by natural order. */
  public static <T, V extends Comparable<? super V>> Aggregate<T, ?, V> max(
      Function<? super T, ? extends @Nullable V> value, StateType<V> type) {
    return max(value, Comparator.<V>naturalOrder(), type);
  }

  /** The largest value by an order. */
  public static <T, V> Aggregate<T, ?, V> max(
      Function<? super T, ? extends @Nullable V> value,
      Comparator<? super V> order,
      StateType<V> type) {
    return new RankedAggregate<>("@max", 1, value, order.reversed(), type, Aggregates::only);
  }

  /** The number of distinct values, by {@code equals}, exactly. State grows with it. */
  public static <T, V> Aggregate<T, ?, Long> distinct(
      Function<? super T, ? extends @Nullable V> value, StateType<V> type) {
    return new DistinctAggregate<>(value, type, Integer.MAX_VALUE, DistinctCount::count);
  }

  /** The number of distinct values up to a limit; beyond it, only that there are more. */
  public static <T, V> Aggregate<T, ?, DistinctCount> distinct(
      Function<? super T, ? extends @Nullable V> value, StateType<V> type, int limit) {
    return new DistinctAggregate<>(value, type, limit, count -> count);
  }

  /**
   * The value with the earliest event time. Several at that time: the one whose stored bytes are
   * smallest, so that it does not depend on the order of arrival.
   */
  public static <T, V> Aggregate<T, ?, V> first(
      ToLongFunction<? super T> timeMs,
      Function<? super T, ? extends @Nullable V> value,
      StateType<V> type) {
    return edge("@first", timeMs, value, type, Comparator.naturalOrder());
  }

  /** The value with the latest event time; several as with {@link #first}. */
  public static <T, V> Aggregate<T, ?, V> last(
      ToLongFunction<? super T> timeMs,
      Function<? super T, ? extends @Nullable V> value,
      StateType<V> type) {
    return edge("@last", timeMs, value, type, Comparator.reverseOrder());
  }

  private static <T, V> Aggregate<T, ?, V> edge(
      String name,
      ToLongFunction<? super T> timeMs,
      Function<? super T, ? extends @Nullable V> value,
      StateType<V> type,
      Comparator<Long> order) {
    return new RankedAggregate<T, Scored<Long, V>, V>(
        name,
        1,
        event -> Scored.of(timeMs.applyAsLong(event), value.apply(event)),
        Comparator.comparing(Scored::score, order),
        Scored.type(StateTypes.longs(), type),
        best -> best.isEmpty() ? null : best.get(0).value());
  }

  /** The n largest values by an order, the largest first; equal values each count. */
  public static <T, V> Aggregate<T, ?, List<V>> topN(
      int n,
      Function<? super T, ? extends @Nullable V> value,
      Comparator<? super V> order,
      StateType<V> type) {
    return new RankedAggregate<T, V, List<V>>(
        "@top", n, value, order.reversed(), type, List::copyOf);
  }

  /** The values of the n events with the largest scores, the largest first. */
  public static <T, S, V> Aggregate<T, ?, List<V>> topN(
      int n,
      Function<? super T, ? extends @Nullable S> score,
      Comparator<? super S> order,
      StateType<S> scoreType,
      Function<? super T, ? extends @Nullable V> value,
      StateType<V> type) {
    return new RankedAggregate<T, Scored<S, V>, List<V>>(
        "@top",
        n,
        event -> Scored.of(score.apply(event), value.apply(event)),
        Comparator.<Scored<S, V>, S>comparing(Scored::score, order.reversed()),
        Scored.type(scoreType, type),
        Scored::values);
  }

  /** The values of the n earliest events, in the order of event time; what exceeds is left out. */
  public static <T, V> Aggregate<T, ?, List<V>> boundedList(
      int n,
      ToLongFunction<? super T> timeMs,
      Function<? super T, ? extends @Nullable V> value,
      StateType<V> type) {
    return new RankedAggregate<T, Scored<Long, V>, List<V>>(
        "@list",
        n,
        event -> Scored.of(timeMs.applyAsLong(event), value.apply(event)),
        Comparator.comparing(Scored::score),
        Scored.type(StateTypes.longs(), type),
        Scored::values);
  }

  private static <V> @Nullable V only(List<V> best) {
    return best.isEmpty() ? null : best.get(0);
  }

  /** Several aggregates at once; the results under their names, in the order of the map. */
  public static <T> Aggregate<T, ?, Map<String, @Nullable Object>> all(
      Map<String, ? extends Aggregate<? super T, ?, ?>> aggregates) {
    return all(aggregates, (context, results) -> results);
  }

  /** Several aggregates at once, their named results made into one with the window's help. */
  public static <T, R> Aggregate<T, ?, R> all(
      Map<String, ? extends Aggregate<? super T, ?, ?>> aggregates,
      BiFunction<WindowContext, Map<String, @Nullable Object>, @Nullable R> result) {
    List<String> names = List.copyOf(new LinkedHashMap<>(aggregates).keySet());
    return new Combination<T, R>(
        new LinkedHashMap<>(aggregates),
        (context, results) ->
            result.apply(context, Collections.unmodifiableMap(Combination.named(names, results))));
  }

  /**
   * As the other {@code all}, for whoever knows the order: the results come in that of the map.
   * State is kept under the names as well, so one may be changed into the other.
   */
  public static <T, R> Aggregate<T, ?, R> allInOrder(
      Map<String, ? extends Aggregate<? super T, ?, ?>> aggregates,
      BiFunction<WindowContext, @Nullable Object[], @Nullable R> result) {
    return new Combination<T, R>(new LinkedHashMap<>(aggregates), result);
  }

  /** An aggregate whose result is made into another one with the window's help. */
  @SuppressWarnings("unchecked") // results stand where their aggregates stood
  public static <T, A, R> Aggregate<T, ?, R> combine(
      Aggregate<? super T, ?, A> a, Combiner1<A, R> combiner) {
    return positional(List.of(a), (context, r) -> combiner.combine(context, (A) r[0]));
  }

  /** Two aggregates at once. */
  @SuppressWarnings("unchecked") // results stand where their aggregates stood
  public static <T, A, B, R> Aggregate<T, ?, R> combine(
      Aggregate<? super T, ?, A> a, Aggregate<? super T, ?, B> b, Combiner2<A, B, R> combiner) {
    return positional(List.of(a, b), (context, r) -> combiner.combine(context, (A) r[0], (B) r[1]));
  }

  /** Three aggregates at once. */
  @SuppressWarnings("unchecked") // results stand where their aggregates stood
  public static <T, A, B, C, R> Aggregate<T, ?, R> combine(
      Aggregate<? super T, ?, A> a,
      Aggregate<? super T, ?, B> b,
      Aggregate<? super T, ?, C> c,
      Combiner3<A, B, C, R> combiner) {
    return positional(
        List.of(a, b, c), (context, r) -> combiner.combine(context, (A) r[0], (B) r[1], (C) r[2]));
  }

  /** Four aggregates at once. */
  @SuppressWarnings("unchecked") // results stand where their aggregates stood
  public static <T, A, B, C, D, R> Aggregate<T, ?, R> combine(
      Aggregate<? super T, ?, A> a,
      Aggregate<? super T, ?, B> b,
      Aggregate<? super T, ?, C> c,
      Aggregate<? super T, ?, D> d,
      Combiner4<A, B, C, D, R> combiner) {
    return positional(
        List.of(a, b, c, d),
        (context, r) -> combiner.combine(context, (A) r[0], (B) r[1], (C) r[2], (D) r[3]));
  }

  private static <T, R> Aggregate<T, ?, R> positional(
      List<Aggregate<? super T, ?, ?>> aggregates,
      BiFunction<WindowContext, @Nullable Object[], @Nullable R> result) {
    Map<String, Aggregate<? super T, ?, ?>> named = new LinkedHashMap<>();
    for (Aggregate<? super T, ?, ?> aggregate : aggregates) {
      named.put("part" + named.size(), aggregate);
    }
    return new Combination<>(named, result);
  }
}
