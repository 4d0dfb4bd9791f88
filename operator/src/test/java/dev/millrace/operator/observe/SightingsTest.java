package dev.millrace.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.operator.observe.Target.RedisAddress;
import dev.millrace.operator.observe.Trouble.Reason;
import dev.millrace.runtime.ledger.LedgerKeys;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Looks at one function, and listening for it, that overlap: the newest of each counts (A6). */
class SightingsTest {
  private static final ResourceID ID = new ResourceID("f", "team");
  private static final Target TARGET =
      new Target(
          new LedgerKeys("team", "f"),
          new RedisAddress("redis://redis", null),
          Map.of("bootstrap.servers", "kafka:9092"),
          List.of("flights"),
          false);

  private static final Trouble REDIS_AWAY = new Trouble(Reason.LedgerUnreachable, "no answer");

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
    assertThat(told).hasSize(2).last().extracting(Observation::look).isEqualTo(last);
    assertThat(told.get(1).inputs()).isEqualTo(seen(last, 6).inputs());
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
  void shouldTellTroubleAndGrowthWhenListeningEndsDuringALook() {
    sightings.track(ID, TARGET);
    sightings.tell(ID, TARGET, seen(look(), 5));
    Look slow = look();
    Look listened = look();
    sightings.tell(ID, listened, ends(6));
    sightings.tell(ID, TARGET, seen(slow, "id", 5, REDIS_AWAY));
    assertThat(told).hasSize(3).last().isEqualTo(sightings.latest(ID));
    Observation both = told.get(2);
    assertThat(both.troubles()).containsExactly(REDIS_AWAY);
    assertThat(both.inputs()).isEqualTo(seen(slow, 6).inputs());
    assertThat(both.look()).as("its logs are as new as that").isEqualTo(listened);
    assertThat(told.get(1).isBefore(both)).as("whoever is told this last").isTrue();
    assertThat(both.isBefore(told.get(1))).isFalse();
  }

  @Test
  void shouldTellEveryLookWhenEachOneTakesLongerThanListening() {
    sightings.track(ID, TARGET);
    sightings.tell(ID, TARGET, seen(look(), 0));
    for (int round = 1; round < 10; round++) {
      Look slow = look();
      sightings.tell(ID, look(), ends(round * 2L));
      Look during = look();
      Trouble trouble = new Trouble(Reason.LedgerUnreachable, "round " + round);
      sightings.tell(ID, TARGET, seen(slow, "id", round, trouble));
      sightings.tell(ID, during, ends(round * 2L + 1));
      assertThat(told).last().extracting(Observation::troubles).isEqualTo(List.of(trouble));
      assertThat(told)
          .last()
          .extracting(Observation::inputs)
          .isEqualTo(seen(during, round * 2L + 1).inputs());
    }
  }

  @Test
  void shouldNotTakeOverWhereAReplacedTopicEndedWhenALookFindsTheNewOne() {
    sightings.track(ID, TARGET);
    sightings.tell(ID, TARGET, seen(look(), 5));
    Look slow = look();
    sightings.tell(ID, look(), ends(6));
    Trouble replaced = new Trouble(Reason.TopicReplaced, "made anew");
    sightings.tell(ID, TARGET, seen(slow, "other", 1, replaced));
    assertThat(told)
        .last()
        .extracting(Observation::inputs)
        .isEqualTo(seen(slow, "other", 1).inputs());
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
    return seen(look, "id", end);
  }

  private static Observation seen(Look look, String topic, long end, Trouble... troubles) {
    TopicLog log = new TopicLog(topic, 1, Map.of(0, new LogBounds(0, end, end)));
    return new Observation(look, null, 0, null, Map.of("flights", log), null, List.of(troubles));
  }
}
