package dev.millrace.testkit;

import static dev.millrace.testkit.ExpectedPane.late;
import static dev.millrace.testkit.ExpectedPane.onTime;
import static dev.millrace.testkit.ExpectedResult.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.millrace.engine.RejectReason;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.Key;
import dev.millrace.functions.Lateness;
import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The kit as a user's test sees it. */
class FunctionHarnessTest {

  record Sale(@EventTime long at, long cents) {}

  record Total(long cents) {}

  @StreamFunction("sales")
  @Tumbling(size = "10ms")
  @Lateness(allowed = "10ms")
  @Watermarks(idleTimeout = "100ms")
  static class Sales implements MergeableWindowFunction<Sale, Total, Total> {
    @Override
    public Total create() {
      return new Total(0);
    }

    @Override
    public Total add(Total total, Sale sale) {
      if (sale.cents() < 0) {
        throw new IllegalArgumentException("Expected a price, but it is negative: " + sale);
      }
      return new Total(total.cents() + sale.cents());
    }

    @Override
    public Total merge(Total left, Total right) {
      return new Total(left.cents() + right.cents());
    }

    @Override
    public Total finish(Total total, WindowContext context) {
      return total;
    }
  }

  @StreamFunction("refunds")
  static class Refunds implements RecordFunction<Sale, Total> {
    @Override
    public void apply(Sale sale, RecordContext<Total> context) {
      if (sale.cents() == 0) {
        throw new IllegalArgumentException("Expected a price, but there is none: " + sale);
      }
      if (sale.cents() < 0) {
        context.emit(new Total(-sale.cents()));
        context.emit("all", new Total(-sale.cents()));
      }
    }
  }

  /** F1, F2. */
  @Test
  void shouldShowResultsWhenThereAreNoWindows() {
    try (FunctionHarness refunds = FunctionHarness.of(Refunds.class)) {
      refunds
          .record("shop", new Sale(5, -20))
          .record("shop", new Sale(6, 30))
          .record("shop", new Sale(7, 0))
          .expectResults(
              result("shop", "{\"cents\":20}").at(5), result("all", "{\"cents\":20}").at(5))
          .record(null, new Sale(1, -1))
          .expectResults(result(null, "{\"cents\":1}"), result("all", "{\"cents\":1}"))
          .record("shop", new Sale(8, 1))
          .expectNoResults()
          .expectNoPanes()
          .expectSameAllWays();
      assertThat(refunds.deadLetters())
          .extracting(DeadLetter::offset, DeadLetter::reason)
          .containsExactly(tuple(2L, RejectReason.FUNCTION_FAILED));
      assertThatThrownBy(() -> refunds.record("shop", new Sale(9, -2)).expectNoResults())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("key=shop");
    }
  }

  record Visit(@EventTime long at, @Key String user) {}

  @StreamFunction("visits")
  @Tumbling(size = "10ms")
  @Watermarks(idleTimeout = "100ms")
  static class Visits extends Counting<Visit> {}

  /** Numbers panes in a field of its own, which no checkpoint saves. */
  @StreamFunction("forgetful")
  @Tumbling(size = "10ms")
  static class Forgetful extends Counting<Sale> {
    private long panes;

    @Override
    public Long finish(Long count, WindowContext context) {
      return ++panes;
    }
  }

  /** Remembers the largest event in a field of its own: right until the process ends. */
  @StreamFunction("remembering")
  @Tumbling(size = "10ms")
  static class Remembering extends Counting<Sale> {
    private long largest;

    @Override
    public Long add(Long count, Sale sale) {
      largest = Math.max(largest, sale.cents());
      return count + 1;
    }

    @Override
    public Long finish(Long count, WindowContext context) {
      return largest;
    }
  }

  abstract static class Counting<E> implements MergeableWindowFunction<E, Long, Long> {
    @Override
    public Long create() {
      return 0L;
    }

    @Override
    public Long add(Long count, E event) {
      return count + 1;
    }

    @Override
    public Long merge(Long left, Long right) {
      return left + right;
    }

    @Override
    public Long finish(Long count, WindowContext context) {
      return count;
    }
  }

  @Test
  void shouldShowPanesAsTheyAreEmitted() {
    try (FunctionHarness sales = FunctionHarness.of(Sales.class)) {
      sales
          .record("k", new Sale(3, 100))
          .record("k", new Sale(4, 20))
          .expectNoPanes()
          .record("k", new Sale(12, 7))
          .expectPanes(onTime("k", 0, 10, "{\"cents\":120}").asProvisional())
          .record("k", new Sale(5, 1))
          .expectPanes(late("k", 0, 10, "{\"cents\":121}"))
          .record("k", new Sale(25, 1))
          .expectPanes(onTime("k", 10, 20, "{\"cents\":7}"))
          .record("k", new Sale(6, 1))
          .expectNoPanes()
          .expectSameAllWays();
      assertThat(sales.late()).containsExactly(new LateRow(0, 5, 6, 25));
      assertThat(sales.counters()).containsEntry("too_late", 1L).containsEntry("panes.late", 1L);
      assertThat(sales.openWindows()).isEqualTo(1);
      assertThat(sales.watermarkMs(0)).isEqualTo(25);
    }
  }

  @Test
  void shouldRejectWhatCannotBeProcessedAndGoOn() {
    try (FunctionHarness sales = FunctionHarness.of(Sales.class)) {
      sales
          .record("k", "no JSON")
          .record(null, new Sale(1, 1))
          .record("k", null)
          .record("k", new Sale(2, -1))
          .record("k", new Sale(3, 5))
          .record("k", new Sale(11, 5))
          .expectPanes(onTime("k", 0, 10, "{\"cents\":5}"))
          .expectSameAllWays();
      assertThat(sales.deadLetters())
          .extracting(DeadLetter::offset, DeadLetter::reason)
          .containsExactly(
              tuple(0L, RejectReason.UNDECODABLE),
              tuple(1L, RejectReason.NULL_KEY),
              tuple(2L, RejectReason.NULL_VALUE),
              tuple(3L, RejectReason.FUNCTION_FAILED));
    }
  }

  @Test
  void shouldEmitOnceWhenTheProcessDies() {
    try (FunctionHarness sales = FunctionHarness.of(Sales.class)) {
      sales
          .record("k", new Sale(3, 100))
          .checkpoint()
          .record("k", new Sale(12, 7))
          .crash()
          .expectPanes(onTime("k", 0, 10, "{\"cents\":100}"))
          .record("k", new Sale(22, 1))
          .crash()
          .crash()
          .expectPanes(onTime("k", 10, 20, "{\"cents\":7}"));
    }
  }

  @Test
  void shouldCloseTheLastWindowWhenTimePasses() {
    try (FunctionHarness sales = FunctionHarness.of(Sales.class)) {
      sales
          .record("k", new Sale(3, 100))
          .wallClock(106)
          .expectNoPanes()
          .wallClock(107) // W8: idle at 100, and 7 ms more from 3 to 10
          .expectPanes(onTime("k", 0, 10, "{\"cents\":100}"))
          .expectSameAllWays();
    }
  }

  @Test
  void shouldBringAKeyTogetherFromAllPartitions() {
    try (FunctionHarness visits = FunctionHarness.of(Visits.class).partitions(2)) {
      visits
          .record(0, "x", new Visit(1, "ann"))
          .record(1, "y", new Visit(2, "ann"))
          .record(0, "z", new Visit(15, "bob"))
          .expectNoPanes() // R2: partition 1 may still bring more
          .record(1, "z", new Visit(10, "bob"))
          .expectPanes(onTime("ann", 0, 10, "2").asFinal())
          .expectSameAllWays();
    }
  }

  @Test
  void shouldUncoverAFunctionThatKeepsStateOutsideItsAccumulator() {
    Script script =
        Script.script()
            .record("k", "{\"at\":1,\"cents\":1}")
            .record("k", "{\"at\":11,\"cents\":1}")
            .record("k", "{\"at\":21,\"cents\":1}")
            .build();
    assertThatThrownBy(() -> Scripts.runAllWays(Forgetful.class, script))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Is the function deterministic");
  }

  @Test
  void shouldUncoverAFunctionThatRemembersOnlyWithinAProcess() {
    Script script =
        Script.script()
            .record("k", "{\"at\":1,\"cents\":7}")
            .record("k", "{\"at\":2,\"cents\":1}")
            .record("k", "{\"at\":11,\"cents\":1}")
            .build();
    assertThatThrownBy(() -> Scripts.runAllWays(Remembering.class, script))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Is the function deterministic");
  }

  @Test
  void shouldShowATableOfWhatDiffers() {
    try (FunctionHarness sales = FunctionHarness.of(Sales.class)) {
      sales.record("k", new Sale(3, 100)).record("k", new Sale(12, 7));
      assertThatThrownBy(
              () -> sales.expectPanes(onTime("k", 0, 10, "{\"cents\":1}"), late("x", 0, 10, "1")))
          .isInstanceOf(AssertionError.class)
          .hasMessage(
              """
              Expected other panes (- missing, + unexpected):
                 key  window   pane     #  final  value
              -  "k"  [0, 10)  on-time  0  false  {"cents":1}
              -  "x"  [0, 10)  late     0  false  1
              +  "k"  [0, 10)  on-time  0  false  {"cents":100}
              """);
    }
  }

  @Test
  void shouldRefuseOffsetsThatGoBack() {
    try (FunctionHarness sales = FunctionHarness.of(Sales.class)) {
      sales.record(0, 7, 0, "k", new Sale(1, 1));
      assertThatThrownBy(() -> sales.record(0, 7, 0, "k", new Sale(1, 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("partition=0, offset=7, next=8");
      assertThat(sales.outcome().positions()).isEqualTo(Map.of(0, 8L));
    }
  }

  @Test
  void shouldDriveAFunctionWithoutJava() {
    String document =
        """
        name: sales-per-shop
        key: shop
        eventTime: {field: at, format: epoch-millis}
        window: {tumbling: {size: 10ms}}
        aggregates:
          cents: {sum: cents}
        """;
    try (FunctionHarness shops = FunctionHarness.ofDocument(document)) {
      shops
          .record(null, "{\"shop\":\"north\",\"at\":3,\"cents\":100}")
          .record(null, "{\"shop\":\"north\",\"at\":4,\"cents\":20}")
          .record(null, "{\"shop\":\"south\",\"at\":12,\"cents\":7}")
          .expectPanes(
              onTime(
                  "north",
                  0,
                  10,
                  """
                  {"key": "north", "windowStart": "1970-01-01T00:00:00Z",
                   "windowEnd": "1970-01-01T00:00:00.010Z", "cents": 120}
                  """))
          .expectSameAllWays();
    }
  }
}
