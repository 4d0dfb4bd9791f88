package dev.millrace.functions.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.state.IncompatibleStateException;
import dev.millrace.functions.state.StateTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AggregatesTest {
  record Event(long timeMs, String name, long number, double real) {}

  /** A fixed set of events with ties in time, name and number. */
  private static List<Event> events() {
    Random random = new Random(42);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double real = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(30) - 15);
      events.add(
          new Event(random.nextInt(20), "n" + random.nextInt(12), random.nextInt(50) - 25, real));
    }
    return events;
  }

  private static Map<String, Aggregate<Event, ?, ?>> every() {
    Map<String, Aggregate<Event, ?, ?>> every = new LinkedHashMap<>();
    every.put("count", Aggregates.count());
    every.put("sumLong", Aggregates.sumLong(Event::number));
    every.put("sum of longs", Aggregates.sum(Event::number));
    every.put("sum of doubles", Aggregates.sum(Event::real));
    every.put("sumDouble", Aggregates.sumDouble(Event::real));
    every.put("mean", Aggregates.mean(Event::number));
    every.put("meanDouble", Aggregates.meanDouble(Event::real));
    every.put("minLong", Aggregates.minLong(Event::number));
    every.put("maxLong", Aggregates.maxLong(Event::number));
    every.put("minDouble", Aggregates.minDouble(Event::real));
    every.put("maxDouble", Aggregates.maxDouble(Event::real));
    every.put("min", Aggregates.min(Event::name, StateTypes.strings()));
    every.put("max", Aggregates.max(Event::name, StateTypes.strings()));
    every.put("distinct", Aggregates.distinct(Event::name, StateTypes.strings()));
    every.put("distinct, bounded", Aggregates.distinct(Event::name, StateTypes.strings(), 5));
    every.put("first", Aggregates.first(Event::timeMs, Event::name, StateTypes.strings()));
    every.put("last", Aggregates.last(Event::timeMs, Event::name, StateTypes.strings()));
    every.put(
        "topN",
        Aggregates.topN(7, Event::number, Comparator.<Long>naturalOrder(), StateTypes.longs()));
    every.put(
        "topN by score",
        Aggregates.topN(
            7,
            Event::number,
            Comparator.<Long>naturalOrder(),
            StateTypes.longs(),
            Event::name,
            StateTypes.strings()));
    every.put(
        "boundedList", Aggregates.boundedList(9, Event::timeMs, Event::name, StateTypes.strings()));
    every.put("all", Aggregates.all(new LinkedHashMap<>(every)));
    return every;
  }

  @TestFactory
  Stream<DynamicTest> shouldGiveOneResultWhenOrderAndGroupingDiffer() {
    return every().entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> assertThat(Drive.allWays(entry.getValue(), events(), 7)).hasSize(1)));
  }

  @Test
  void shouldAgreeWithPlainArithmeticWhenDrivenOverEvents() {
    List<Event> events = events();
    assertThat(Drive.once(Aggregates.<Event>count(), events)).isEqualTo(200L);
    assertThat(Drive.once(Aggregates.sumLong(Event::number), events))
        .isEqualTo(events.stream().mapToLong(Event::number).sum());
    assertThat(Drive.once(Aggregates.minLong(Event::number), events))
        .isEqualTo(events.stream().mapToLong(Event::number).min().getAsLong());
    assertThat(Drive.once(Aggregates.maxDouble(Event::real), events))
        .isEqualTo(events.stream().mapToDouble(Event::real).max().getAsDouble());
    assertThat(Drive.once(Aggregates.distinct(Event::name, StateTypes.strings()), events))
        .isEqualTo(events.stream().map(Event::name).distinct().count());
    assertThat(
            Drive.once(
                Aggregates.topN(
                    5, Event::number, Comparator.<Long>naturalOrder(), StateTypes.longs()),
                events))
        .isEqualTo(
            events.stream().map(Event::number).sorted(Comparator.reverseOrder()).limit(5).toList());
  }

  /** Rule W10: exactly rounded, so a case in which a running sum is wrong comes out right. */
  @Test
  void shouldRoundOnceWhenDoublesCancel() {
    assertThat(Drive.once(Aggregates.<Double>sumDouble(v -> v), List.of(1e100, 1.0, -1e100)))
        .isEqualTo(1.0);
    assertThat(Drive.once(Aggregates.<Double>sumDouble(v -> v), repeated(0.1, 10))).isEqualTo(1.0);
    assertThat(
            Drive.once(
                Aggregates.<Double>sumDouble(v -> v),
                List.of(1.0, Math.ulp(1.0) / 2, Double.MIN_VALUE)))
        .isEqualTo(1.0 + Math.ulp(1.0));
  }

  @Test
  void shouldEqualTheExactSumRoundedOnceWhenDoublesAreRandom() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      List<Double> values = new ArrayList<>();
      BigDecimal exact = BigDecimal.ZERO;
      for (int i = 0; i < 50; i++) {
        double value = Math.scalb(random.nextDouble() - 0.5, random.nextInt(240) - 120);
        values.add(value);
        exact = exact.add(new BigDecimal(value));
      }
      assertThat(Drive.once(Aggregates.<Double>sumDouble(v -> v), values))
          .isEqualTo(exact.doubleValue());
    }
  }

  @Test
  void shouldRejectTheEventAndKeepTheStateWhenASumOfLongsOverflows() {
    Aggregate<Long, ?, Long> sum = Aggregates.sumLong(value -> value);
    assertOverflowKeepsState(sum);
    assertThat(Drive.once(sum, List.of(Long.MIN_VALUE, Long.MAX_VALUE, 1L))).isZero();
  }

  private static <A> void assertOverflowKeepsState(Aggregate<Long, A, Long> sum) {
    A state = Drive.fold(sum, List.of(Long.MAX_VALUE));
    byte[] before = Drive.bytes(sum.stateType(), state);
    assertThatThrownBy(() -> sum.add(state, 1L))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("overflows (W10)");
    assertThat(Drive.bytes(sum.stateType(), state)).isEqualTo(before);
    assertThat(sum.stateType().atomic()).isTrue();
  }

  @Test
  void shouldStayExactWhenNumbersLeaveTheRangeOfLongs() {
    Aggregate<Number, ?, Number> sum = Aggregates.sum(value -> value);
    assertThat(Drive.once(sum, List.of(Long.MAX_VALUE, 1L)))
        .isEqualTo(new BigInteger("9223372036854775808"));
    assertThat(Drive.once(sum, List.of(Long.MAX_VALUE, 1L, -1L))).isEqualTo(Long.MAX_VALUE);
    assertThat(Drive.once(sum, List.of(9_007_199_254_740_993L, 0)))
        .isEqualTo(9_007_199_254_740_993L);
    assertThat(Drive.once(sum, List.of(0.1, 0.2))).isEqualTo(new BigDecimal("0.3"));
    assertThat(Drive.once(sum, List.of(0.5, 0.5))).isEqualTo(1L);
    assertThat(Drive.once(sum, List.of(new BigDecimal("1e30"), 1)))
        .isEqualTo(new BigInteger("1000000000000000000000000000001"));
  }

  @Test
  void shouldWriteEqualBytesWhenEqualSumsCameAboutDifferently() {
    Aggregate<Number, ?, Number> sum = Aggregates.sum(value -> value);
    assertThat(Drive.allWays(sum, List.of(Long.MAX_VALUE, 5L, -7L, 0.25, 0.75, Long.MIN_VALUE), 1))
        .hasSize(1);
  }

  @Test
  void shouldRejectTheEventWhenANumberIsNotFiniteOrEndless() {
    Aggregate<Number, ?, Number> sum = Aggregates.sum(value -> value);
    for (Number bad :
        List.of(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            new BigDecimal("1e400"),
            new BigDecimal("1e-401"))) {
      assertThatThrownBy(() -> Drive.once(sum, List.of(bad)))
          .isInstanceOf(ArithmeticException.class);
    }
  }

  @Test
  void shouldPassOverNullsWhenAValueIsMissing() {
    List<@Nullable Long> values = Arrays.asList(null, 4L, null, 2L);
    assertThat(Drive.once(Aggregates.<@Nullable Long>mean(v -> v), values)).isEqualTo(3.0);
    assertThat(Drive.once(Aggregates.<@Nullable Long, Long>min(v -> v, StateTypes.longs()), values))
        .isEqualTo(2L);
    List<@Nullable Long> none = Arrays.asList(null, null);
    assertThat(Drive.once(Aggregates.<@Nullable Long>mean(v -> v), none)).isNull();
    assertThat(Drive.once(Aggregates.<@Nullable Long>sum(v -> v), none)).isEqualTo(0L);
  }

  @Test
  void shouldTakeTheSmallestBytesWhenSeveralAreFirst() {
    List<Event> events = List.of(new Event(5, "b", 0, 0), new Event(5, "a", 0, 0));
    assertThat(
            Drive.once(Aggregates.first(Event::timeMs, Event::name, StateTypes.strings()), events))
        .isEqualTo("a");
    assertThat(
            Drive.once(Aggregates.last(Event::timeMs, Event::name, StateTypes.strings()), events))
        .isEqualTo("a");
  }

  @Test
  void shouldSayAtLeastWhenThereAreMoreDistinctValuesThanTheLimit() {
    Aggregate<Long, ?, DistinctCount> distinct = Aggregates.distinct(v -> v, StateTypes.longs(), 3);
    assertThat(Drive.once(distinct, List.of(1L, 2L, 2L, 3L)))
        .isEqualTo(new DistinctCount(3, false));
    assertThat(Drive.once(distinct, List.of(1L, 2L, 3L, 4L))).isEqualTo(new DistinctCount(3, true));
  }

  /** Rule E1: a combination takes an event whole or not at all. */
  @Test
  void shouldChangeNothingWhenOnePartOfACombinationRefusesTheEvent() {
    assertCombinationIsWhole(
        Aggregates.<Long, Long, Long, String>combine(
            Aggregates.count(),
            Aggregates.sumLong(v -> v),
            (context, count, sum) -> count + "/" + sum));
  }

  private static <A> void assertCombinationIsWhole(Aggregate<Long, A, String> both) {
    A state = Drive.fold(both, List.of(Long.MAX_VALUE));
    assertThatThrownBy(() -> both.add(state, 1L)).isInstanceOf(ArithmeticException.class);
    assertThat(both.finish(state, Drive.CONTEXT)).isEqualTo("1/" + Long.MAX_VALUE);
    A right = Drive.fold(both, List.of(1L));
    assertThatThrownBy(() -> both.merge(state, right)).isInstanceOf(ArithmeticException.class);
    assertThat(both.finish(state, Drive.CONTEXT)).isEqualTo("1/" + Long.MAX_VALUE);
    assertThat(both.stateType().atomic()).isTrue();
  }

  @Test
  void shouldSeeTheWindowWhenResultsAreCombined() {
    Aggregate<Long, ?, String> named =
        Aggregates.<Long, String>all(
            Map.of("n", Aggregates.count()),
            (WindowContext context, Map<String, @Nullable Object> results) ->
                context.key() + context.startMs() + ".." + context.endMs() + results);
    assertThat(Drive.once(named, List.of(1L, 2L))).isEqualTo("k0..10{n=2}");
  }

  /** Rule T4. */
  @Test
  void shouldStartEmptyWhenAnAggregateIsAddedToACombination() throws Exception {
    Map<String, Aggregate<Long, ?, ?>> before = new LinkedHashMap<>();
    before.put("gone", Aggregates.maxLong((Long v) -> v));
    before.put("n", Aggregates.count());
    Map<String, Aggregate<Long, ?, ?>> after = new LinkedHashMap<>();
    after.put("n", Aggregates.count());
    after.put("sum", Aggregates.sumLong((Long v) -> v));
    assertThat(upgraded(Aggregates.all(before), Aggregates.all(after))).isEqualTo("{n=2, sum=0}");
  }

  @Test
  void shouldRefuseStateWhenAnAggregateBecameAnotherOfTheSameBytes() {
    assertThatThrownBy(
            () ->
                upgraded(
                    Aggregates.all(Map.of("x", Aggregates.minLong((Long v) -> v))),
                    Aggregates.all(Map.of("x", Aggregates.sumLong((Long v) -> v)))))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("@min-long")
        .hasMessageContaining("@sum-long");
  }

  private static <A, B> String upgraded(Aggregate<Long, A, ?> old, Aggregate<Long, B, ?> present)
      throws java.io.IOException {
    byte[] bytes = Drive.bytes(old.stateType(), Drive.fold(old, List.of(3L, 4L)));
    B restored =
        present
            .stateType()
            .readerFor(old.stateType().schema())
            .read(new java.io.DataInputStream(new java.io.ByteArrayInputStream(bytes)));
    return String.valueOf(present.finish(restored, Drive.CONTEXT));
  }

  @Test
  void shouldShortenTheListWhenItsLimitWasLowered() throws Exception {
    assertThat(
            upgraded(
                Aggregates.topN(
                    3, (Long v) -> v, Comparator.<Long>naturalOrder(), StateTypes.longs()),
                Aggregates.topN(
                    1, (Long v) -> v, Comparator.<Long>naturalOrder(), StateTypes.longs())))
        .isEqualTo("[4]");
  }

  private static List<Double> repeated(double value, int times) {
    return java.util.Collections.nCopies(times, value);
  }
}
