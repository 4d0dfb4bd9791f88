package dev.millrace.functions.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.state.StateTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SketchesTest {
  private static final Aggregate<String, ?, Long> DISTINCT =
      Sketches.distinct(v -> v, StateTypes.strings());

  record Window(byte[] keyBytes, long startMs, long endMs, PaneKind paneKind, int paneIndex)
      implements WindowContext {}

  private static final WindowContext CONTEXT = new Window(new byte[0], 0, 1, PaneKind.ON_TIME, 0);

  @Test
  void shouldBeExactWhenFewValuesAreDistinct() {
    assertThat(once(DISTINCT, List.of("a", "b", "a", ""))).isEqualTo(3);
    assertThat(once(DISTINCT, names(100, 3))).isEqualTo(100);
  }

  @Test
  void shouldBeWithinFivePercentWhenManyValuesAreDistinct() {
    for (int count : new int[] {1_000, 20_000, 200_000}) {
      assertThat((double) Objects.requireNonNull(once(DISTINCT, names(count, 1))))
          .isCloseTo(count, within(count * 0.05));
    }
  }

  @Test
  void shouldPassOverNullsWhenAValueIsMissing() {
    List<@Nullable String> values = Arrays.asList(null, "a", null);
    assertThat(
            once(Sketches.<@Nullable String, String>distinct(v -> v, StateTypes.strings()), values))
        .isEqualTo(1);
  }

  @Test
  void shouldGiveOneDistinctCountWhenOrderAndGroupingDiffer() {
    for (int count : new int[] {5, 50, 500, 5_000, 50_000}) {
      assertThat(allWays(DISTINCT, names(count, 2))).hasSize(1);
    }
  }

  @Test
  void shouldBeWithinHalfAPercentOfTheTrueQuantile() {
    Random random = new Random(5);
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      values.add((random.nextBoolean() ? 1 : -1) * Math.exp(random.nextGaussian()));
    }
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    double[] ranks = {0, 0.01, 0.25, 0.5, 0.9, 0.99, 1};
    List<Double> quantiles =
        Objects.requireNonNull(once(Sketches.quantiles((Double v) -> v, ranks), values));
    for (int i = 0; i < ranks.length; i++) {
      double exact = sorted.get(Math.max(0, (int) Math.ceil(ranks[i] * 20_000) - 1));
      assertThat(quantiles.get(i)).isCloseTo(exact, within(Math.abs(exact) * 0.005));
    }
  }

  @Test
  void shouldGiveTheSameQuantilesWhenOrderAndGroupingDiffer() {
    Random random = new Random(6);
    List<Double> narrow = new ArrayList<>();
    List<Double> wide = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      narrow.add(random.nextGaussian() * 100);
      wide.add(Math.scalb(random.nextDouble() - 0.5, random.nextInt(600) - 300));
    }
    Aggregate<Double, ?, List<Double>> quantiles =
        Sketches.quantiles((Double v) -> v, 0.1, 0.5, 0.9);
    assertThat(allWays(quantiles, narrow)).hasSize(1);
    assertThat(allWays(quantiles, wide)).hasSize(1);
  }

  @Test
  void shouldStayBoundedWhenValuesSpanTheWholeRange() {
    LogLinearSketch sketch = new LogLinearSketch();
    Random random = new Random(8);
    for (int i = 0; i < 50_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      sketch.add(Double.isFinite(value) ? value : 0);
    }
    assertThat(sketch.counts()).hasSizeLessThanOrEqualTo(LogLinearSketch.MAX_BUCKETS);
    assertThat(sketch.quantile(0)).isNegative();
    assertThat(sketch.quantile(1)).isPositive();
  }

  @Test
  void shouldKeepZerosAndSignsWhenValuesAreAroundZero() {
    Aggregate<Double, ?, List<Double>> quantiles = Sketches.quantiles((Double v) -> v, 0, 0.5, 1);
    List<Double> result =
        Objects.requireNonNull(once(quantiles, List.of(-1.0, 0.0, -0.0, Double.MIN_VALUE)));
    assertThat(result.get(0)).isCloseTo(-1, within(0.005));
    assertThat(result.get(1)).isZero();
    assertThat(result.get(2)).isPositive();
  }

  @Test
  void shouldRejectTheEventWhenANumberIsNotFinite() {
    Aggregate<Double, ?, List<Double>> quantiles = Sketches.quantiles((Double v) -> v, 0.5);
    assertThatThrownBy(() -> once(quantiles, List.of(Double.NaN)))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldRefuseRanksOutsideZeroToOne() {
    assertThatThrownBy(() -> Sketches.quantiles((Double v) -> v, 1.5))
        .hasMessageContaining("rank=1.5");
    assertThatThrownBy(() -> Sketches.quantiles((Double v) -> v, Double.NaN))
        .hasMessageContaining("rank=NaN");
  }

  private static List<String> names(int distinct, int copies) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < distinct * copies; i++) {
      names.add("name-" + i % distinct);
    }
    return names;
  }

  private static <T, A, R> @Nullable R once(Aggregate<T, A, R> aggregate, List<T> events) {
    return aggregate.finish(fold(aggregate, events), CONTEXT);
  }

  /** Distinct results over shuffled orders, cut anywhere, one part restored from its bytes. */
  private static <T, A> Set<String> allWays(Aggregate<T, A, ?> aggregate, List<T> events) {
    Set<String> results = new HashSet<>();
    Random random = new Random(11);
    List<T> shuffled = new ArrayList<>(events);
    for (int round = 0; round < 8; round++) {
      int cut = random.nextInt(events.size() + 1);
      A left = restored(aggregate, fold(aggregate, shuffled.subList(0, cut)));
      A right = fold(aggregate, shuffled.subList(cut, shuffled.size()));
      results.add(String.valueOf(aggregate.finish(aggregate.merge(left, right), CONTEXT)));
      results.add(String.valueOf(aggregate.finish(fold(aggregate, shuffled), CONTEXT)));
      Collections.shuffle(shuffled, random);
    }
    return results;
  }

  private static <T, A> A fold(Aggregate<T, A, ?> aggregate, List<T> events) {
    A accumulator = aggregate.create();
    for (T event : events) {
      accumulator = aggregate.add(accumulator, event);
    }
    return accumulator;
  }

  private static <A> A restored(Aggregate<?, A, ?> aggregate, A accumulator) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      aggregate.stateType().write(accumulator, new DataOutputStream(bytes));
      return aggregate
          .stateType()
          .read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
