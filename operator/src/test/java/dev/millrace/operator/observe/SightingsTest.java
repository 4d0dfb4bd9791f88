package dev.millrace.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.operator.observe.Target.RedisAddress;
import dev.millrace.runtime.ledger.LedgerKeys;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Looks at one function that overlap: what was asked for later counts (A6). */
class SightingsTest {
  private static final ResourceID ID = new ResourceID("f", "team");
  private static final Target TARGET =
      new Target(
          new LedgerKeys("team", "f"),
          new RedisAddress("redis://redis", null),
          Map.of("bootstrap.servers", "kafka:9092"),
          List.of("flights"),
          false);

  private final List<Observation> told = new ArrayList<>();
  private final Sightings sightings = new Sightings((id, seen) -> told.add(seen));

  @Test
  void shouldKeepTheLaterLookWhenAnEarlierOneEndsAfterIt() {
    sightings.track(ID, TARGET);
    Look slow = look();
    Look quick = look();
    sightings.tell(ID, TARGET, seen(quick, 5));
    sightings.tell(ID, TARGET, seen(slow, 4));
    assertThat(told).containsExactly(seen(quick, 5));
    assertThat(sightings.latest(ID)).isEqualTo(seen(quick, 5));
  }

  @Test
  void shouldTellOnlyWhenListeningHearsOfMore() {
    sightings.track(ID, TARGET);
    sightings.tell(ID, TARGET, seen(look(), 5));
    sightings.tell(ID, look(), ends(5));
    sightings.tell(ID, look(), ends(4));
    sightings.tell(ID, look(), Map.of());
    assertThat(told).hasSize(1);
    Look last = look();
    sightings.tell(ID, last, ends(6));
    assertThat(told).hasSize(2).last().isEqualTo(seen(last, 6));
  }

  @Test
  void shouldNotUndoALaterLookWhenListeningBeganBeforeIt() {
    sightings.track(ID, TARGET);
    Look listened = look();
    sightings.tell(ID, TARGET, seen(look(), 5));
    sightings.tell(ID, listened, ends(6));
    assertThat(told).hasSize(1);
  }

  @Test
  void shouldForgetWhatWasSeenWhenItIsLookedAtElsewhere() {
    sightings.track(ID, TARGET);
    sightings.tell(ID, TARGET, seen(look(), 5));
    Target other =
        new Target(TARGET.keys(), TARGET.redis(), TARGET.kafka(), List.of("trains"), false);
    sightings.track(ID, other);
    assertThat(sightings.latest(ID)).isNull();
    sightings.tell(ID, TARGET, seen(look(), 6));
    sightings.tell(ID, look(), ends(7));
    assertThat(told).hasSize(1);
  }

  private Look look() {
    long number = sightings.number();
    return new Look(number, number * 100, number * 100 - 50);
  }

  private static Map<TopicPartition, Long> ends(long lastStable) {
    return Map.of(new TopicPartition("flights", 0), lastStable);
  }

  private static Observation seen(Look look, long end) {
    TopicLog log = new TopicLog("id", 1, Map.of(0, new LogBounds(0, end, end)));
    return new Observation(look, null, 0, null, Map.of("flights", log), null, List.of());
  }
}
