package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.AlreadyKeyed;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.Key;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.aggregate.Aggregates;
import dev.millrace.json.ReflectiveFunctions;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The check that guards {@code @AlreadyKeyed}. */
class KeyPlacementTest {
  record Visit(@Key String user, @EventTime long at) {}

  @StreamFunction("visits")
  @Tumbling(size = "1m")
  @AlreadyKeyed
  static class Visits implements AggregateFunction<Visit, Long> {
    @Override
    public Aggregate<Visit, ?, Long> aggregate() {
      return Aggregates.count();
    }
  }

  @StreamFunction("visits-rekeyed")
  @Tumbling(size = "1m")
  static class RekeyedVisits implements AggregateFunction<Visit, Long> {
    @Override
    public Aggregate<Visit, ?, Long> aggregate() {
      return Aggregates.count();
    }
  }

  private final KeyPlacement placement = new KeyPlacement();
  private final AtomicLong scattered = new AtomicLong();

  @SuppressWarnings("unchecked") // the class's event
  private KeyExtractor<Visit> watched(int partition) {
    FunctionDefinition<?, ?, ?> guarded =
        placement.guard(ReflectiveFunctions.define(Visits.class), partition, scattered);
    return (KeyExtractor<Visit>) Objects.requireNonNull(guarded.key());
  }

  private static void read(KeyExtractor<Visit> keys, String user, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(keys.extract(new Visit(user, 0))).isEqualTo(user.getBytes(UTF_8));
    }
  }

  @Test
  void shouldCountWhenAKeyIsInTwoPartitions() {
    read(watched(0), "ann", 1);
    read(watched(1), "ann", KeyPlacement.SAMPLE + 1);
    assertThat(scattered).hasValue(2);
  }

  @Test
  void shouldCountNothingWhenEveryKeyHasOnePartitionAlsoAfterReopening() {
    read(watched(0), "ann", 100);
    read(watched(1), "bob", 100);
    read(watched(0), "ann", 100);
    assertThat(scattered).hasValue(0);
  }

  @Test
  void shouldLeaveAFunctionAloneWhenItClaimsNothing() {
    FunctionDefinition<?, ?, ?> rekeyed = ReflectiveFunctions.define(RekeyedVisits.class);
    assertThat(placement.guard(rekeyed, 0, scattered)).isSameAs(rekeyed);
  }
}
