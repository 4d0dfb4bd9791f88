package dev.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.observe.Look;
import dev.millrace.operator.observe.Observation;
import dev.millrace.operator.observe.TopicLog;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A6: when a sleeper is worth a pass. */
class SteeringTest {
  private static final long NOW = 1_000_000;

  private final List<ResourceID> passes = new ArrayList<>();
  private final Steering steering = new Steering(passes::add);
  private long number;

  @Test
  void shouldAskForAPassAtOnceWhenARecordComesForASleeper() {
    StreamFunction function = asleep("");
    see(function, NOW + 250, 0);
    assertThat(passes).isEmpty();
    see(function, NOW + 500, 1);
    assertThat(passes).hasSize(1);
    assertThat(woke(function, NOW + 600))
        .as("since the look before, which saw nothing")
        .isEqualTo(Duration.ofMillis(350));
    assertThat(woke(function, NOW + 700)).as("told once").isNull();
  }

  @Test
  void shouldTellAWakeOnceWhenALookComesDuringThePass() {
    StreamFunction function = asleep("");
    see(function, NOW + 250, 1);
    assertThat(woke(function, NOW + 300)).isNotNull();
    see(function, NOW + 500, 1);
    steering.reconciled(function, NOW + 300, false);
    assertThat(woke(function, NOW + 600)).isNull();
  }

  @Test
  void shouldCountFromTheFirstRecordWhenMoreCome() {
    StreamFunction function = asleep("");
    see(function, NOW + 500, 1);
    see(function, NOW + 750, 9);
    assertThat(woke(function, NOW + 1_000)).isEqualTo(Duration.ofMillis(750));
  }

  @Test
  void shouldOnlyNowAndThenTellWhatWaitsWhenItIsSuspended() {
    StreamFunction function = asleep("  suspend: true\n");
    see(function, NOW + 500, 1);
    assertThat(passes).isEmpty();
    see(function, NOW + 5_000, 2);
    assertThat(passes).hasSize(1);
    assertThat(woke(function, NOW + 5_000)).isNull();
  }

  @Test
  void shouldListenOnlyForSleepersThatWorkWakes() {
    StreamFunction function = asleep("");
    assertThat(steering.sleeps(id(function))).isTrue();
    assertThat(steering.wakes(id(function))).isTrue();
    for (String never : List.of("  suspend: true\n", "  replicas: 0\n")) {
      StreamFunction still = asleep(never);
      assertThat(steering.sleeps(id(still))).as(never).isTrue();
      assertThat(steering.wakes(id(still))).as(never).isFalse();
    }
    steering.reconciled(function, NOW, false);
    assertThat(steering.wakes(id(function))).as("it runs").isFalse();
  }

  @Test
  void shouldNotGoBackWhenAnEarlierLookIsToldLast() {
    StreamFunction function = asleep("");
    see(function, NOW + 500, 3);
    number -= 2;
    see(function, NOW + 400, 2);
    assertThat(passes).hasSize(1);
    assertThat(steering.<@Nullable Observation>with(id(function), NOW, Track::last))
        .extracting(Observation::atMs)
        .isEqualTo(NOW + 500);
  }

  /** A function that was looked at, found without work, and put to sleep. */
  private StreamFunction asleep(String more) {
    StreamFunction function = Specs.plain("f", more, "");
    see(function, NOW, 0);
    steering.reconciled(function, NOW, true);
    passes.clear();
    return function;
  }

  private @Nullable Duration woke(StreamFunction function, long nowMs) {
    return steering.<@Nullable Duration>with(id(function), nowMs, track -> track.woke(nowMs));
  }

  private void see(StreamFunction function, long atMs, long end) {
    TopicLog log = new TopicLog("id", 1, Map.of(0, new LogBounds(0, end, end)));
    Look look = new Look(++number, atMs, atMs - 250);
    steering.see(
        id(function),
        new Observation(look, null, atMs, null, Map.of("flights", log), null, List.of()));
  }

  private static ResourceID id(StreamFunction function) {
    return ResourceID.fromResource(function);
  }
}
