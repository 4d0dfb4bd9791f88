package dev.millrace.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.Key;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.Session;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.aggregate.Aggregates;
import dev.millrace.functions.model.InvalidFunctionException;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.functions.time.EventTimeExtractor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReflectiveFunctionsTest {
  record Flight(@Key String carrier, @EventTime @Nullable Instant departedAt, long delayMinutes) {}

  record Totals(long flights, long delay) {}

  record Row(String carrier, Instant start, long flights, long delay) {}

  @StreamFunction("by-carrier")
  @Tumbling(size = "1h")
  @Watermarks(outOfOrderness = "12h")
  static class ByCarrier implements WindowFunction<Flight, Totals, Row> {
    @Override
    public Totals create() {
      return new Totals(0, 0);
    }

    @Override
    public Totals add(Totals totals, Flight flight) {
      return new Totals(totals.flights() + 1, totals.delay() + flight.delayMinutes());
    }

    @Override
    public Row finish(Totals totals, WindowContext context) {
      return new Row(
          context.key(), Instant.ofEpochMilli(context.startMs()), totals.flights(), totals.delay());
    }
  }

  @StreamFunction("delay-sum")
  @Session(gap = "5m")
  static class DelaySum implements AggregateFunction<Flight, Long> {
    @Override
    public Aggregate<Flight, ?, Long> aggregate() {
      return Aggregates.sumLong(Flight::delayMinutes);
    }
  }

  static class NotAnnotated {}

  record Context(byte[] keyBytes, long startMs, long endMs) implements WindowContext {
    @Override
    public PaneKind paneKind() {
      return PaneKind.ON_TIME;
    }

    @Override
    public int paneIndex() {
      return 0;
    }
  }

  private static final byte[] EVENT =
      utf8(
          "{\"carrier\":\"B6\",\"departedAt\":\"2013-01-01T10:59:00Z\",\"delayMinutes\":3,"
              + "\"extra\":[1]}");

  @Test
  void shouldRunFromBytesToBytesWhenDefinedFromAWindowFunction() throws Exception {
    FunctionDefinition<?, ?, ?> definition = ReflectiveFunctions.define(ByCarrier.class);

    assertThat(definition.spec().name()).isEqualTo("by-carrier");
    assertThat(definition.spec().keySource()).isEqualTo(KeySource.REKEY);
    assertThat(definition.spec().window()).isEqualTo(new WindowSpec.Tumbling(3_600_000, 0));
    assertThat(definition.spec().time().outOfOrdernessMs()).isEqualTo(43_200_000);
    assertThat(run(definition))
        .isEqualTo(
            "B6 @1357037940000 -> {\"carrier\":\"B6\",\"start\":\"2013-01-01T10:00:00Z\","
                + "\"flights\":2,\"delay\":6}");
  }

  @Test
  void shouldRunFromBytesToBytesWhenDefinedFromAnAggregate() throws Exception {
    assertThat(run(ReflectiveFunctions.define(DelaySum.class))).isEqualTo("B6 @1357037940000 -> 6");
  }

  @Test
  void shouldFindNoEventTimeWhenTheFieldIsNull() throws Exception {
    FunctionDefinition<?, ?, ?> definition = ReflectiveFunctions.define(ByCarrier.class);
    assertThat(
            timeOf(definition, utf8("{\"carrier\":\"B6\",\"departedAt\":null,\"delayMinutes\":0}")))
        .isEqualTo(EventTimeExtractor.NONE);
  }

  @Test
  void shouldListAllProblemsWhenTheClassIsRefused() {
    assertThatThrownBy(() -> ReflectiveFunctions.define(NotAnnotated.class))
        .isInstanceOf(InvalidFunctionException.class)
        .hasMessageContaining("@StreamFunction")
        .hasMessageContaining("window annotation")
        .hasMessageContaining("WindowFunction");
  }

  private static <E, A, R> String run(FunctionDefinition<E, A, R> definition) throws Exception {
    E event = definition.decoder().decode(EVENT);
    byte[] key = Objects.requireNonNull(definition.key()).extract(event);
    A accumulator = definition.function().create();
    accumulator = definition.function().add(accumulator, event);
    accumulator = definition.function().add(accumulator, event);
    R result =
        Objects.requireNonNull(
            definition
                .function()
                .finish(accumulator, new Context(Objects.requireNonNull(key), 1357034400000L, 0)));
    return new String(key, StandardCharsets.UTF_8)
        + " @"
        + definition.eventTime().extractMs(event, -1)
        + " -> "
        + new String(definition.encoder().encode(result), StandardCharsets.UTF_8);
  }

  private static <E> long timeOf(FunctionDefinition<E, ?, ?> definition, byte[] value)
      throws Exception {
    return definition.eventTime().extractMs(definition.decoder().decode(value), -1);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
