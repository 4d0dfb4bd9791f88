package dev.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.operator.crd.RolloutStatus;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.crd.StreamFunctionStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutTest {
  private static final long NOW = Instant.parse("2026-01-01T12:00:00Z").toEpochMilli();
  private static final RolloutStatus OLD_WORKS =
      new RolloutStatus("old", "rev-1", null, null, null);

  @Test
  void shouldBecomeStableWhenAllPodsOfTheTemplateAreReady() {
    Rollout rollout =
        Rollout.of(seen(RolloutStatus.NONE, NOW, pod("new", true), pod("new", true)), "new", 2);
    assertThat(rollout.status()).isEqualTo(new RolloutStatus("new", "rev-2", null, null, null));
    assertThat(rollout.backToStable()).isFalse();
  }

  @Test
  void shouldGoOnWhenTheDeadlineIsNotOver() {
    Rollout begun = Rollout.of(seen(OLD_WORKS, NOW, pod("old", true)), "new", 1);
    assertThat(begun.event()).isNotNull().extracting(Happening::reason).isEqualTo("RollingOut");
    Rollout later = Rollout.of(seen(begun.status(), NOW + 299_000, pod("new", false)), "new", 1);
    assertThat(later.backToStable()).isFalse();
    assertThat(later.event()).isNull();
    assertThat(later.status()).isEqualTo(begun.status());
  }

  @Test
  void shouldGoBackWhenNoPodIsReadyAtTheDeadline() {
    RolloutStatus going = Rollout.of(seen(OLD_WORKS, NOW), "new", 1).status();
    Rollout back = Rollout.of(seen(going, NOW + 301_000, pod("new", false)), "new", 1);
    assertThat(back.backToStable()).isTrue();
    assertThat(back.status()).isEqualTo(new RolloutStatus("old", "rev-1", null, null, "new"));
    assertThat(back.event()).isNotNull().extracting(Happening::reason).isEqualTo("RolledBack");
    // and stays back until the spec asks for something else
    assertThat(Rollout.of(seen(back.status(), NOW + 900_000), "new", 1).backToStable()).isTrue();
    assertThat(Rollout.of(seen(back.status(), NOW + 900_000), "newer", 1).backToStable()).isFalse();
  }

  @Test
  void shouldNotGoBackWhenOnePodIsReady() {
    RolloutStatus going = Rollout.of(seen(OLD_WORKS, NOW), "new", 2).status();
    Rollout slow =
        Rollout.of(seen(going, NOW + 301_000, pod("new", true), pod("old", true)), "new", 2);
    assertThat(slow.backToStable()).isFalse();
  }

  @Test
  void shouldNotCountTheTimeWhenAsleep() {
    RolloutStatus asleep = Rollout.of(seen(OLD_WORKS, NOW), "new", 0).status();
    assertThat(asleep.progressingSince()).isNull();
    Rollout woken = Rollout.of(seen(asleep, NOW + 900_000), "new", 1);
    assertThat(woken.backToStable()).isFalse();
  }

  @Test
  void shouldNotGoBackWhenNothingEverWorked() {
    RolloutStatus going = Rollout.of(seen(RolloutStatus.NONE, NOW), "new", 1).status();
    assertThat(Rollout.of(seen(going, NOW + 900_000), "new", 1).backToStable()).isFalse();
  }

  /** A quota has no room for it: that says nothing about the template. */
  @Test
  void shouldWaitWithoutEndWhenNoPodOfItCanBeCreated() {
    Seen begun = withoutRoom(OLD_WORKS, NOW, pod("old", true));
    RolloutStatus going = Rollout.of(begun, "new", 1).status();
    assertThat(going.progressing()).isEqualTo("new");
    assertThat(going.progressingSince()).isNull();
    Seen later = withoutRoom(going, NOW + 900_000, pod("old", true));
    assertThat(Rollout.of(later, "new", 1).backToStable()).isFalse();
    Seen tried = seen(going, NOW + 900_000, pod("old", true), pod("new", false));
    RolloutStatus counted = Rollout.of(tried, "new", 1).status();
    assertThat(counted.progressingSince()).isNotNull();
    Seen failed = seen(counted, NOW + 1_800_000, pod("old", true), pod("new", false));
    assertThat(Rollout.of(failed, "new", 1).backToStable()).isTrue();
  }

  private static Seen withoutRoom(RolloutStatus rollout, long nowMs, Pod... pods) {
    Seen seen = seen(rollout, nowMs, pods);
    StatefulSet refused =
        new StatefulSetBuilder(seen.statefulSet())
            .editSpec()
            .withReplicas(2)
            .endSpec()
            .editStatus()
            .withReplicas(1)
            .endStatus()
            .build();
    return new Seen(seen.function(), nowMs, refused, seen.pods(), null, List.of(), null);
  }

  private static Seen seen(RolloutStatus rollout, long nowMs, Pod... pods) {
    StreamFunction function = Specs.plain("f", "", "");
    function.setStatus(
        new StreamFunctionStatus(
            null, null, null, null, null, null, null, null, List.of(), null, null, null, null, null,
            rollout, null));
    StatefulSet set =
        new StatefulSetBuilder()
            .withNewMetadata()
            .withGeneration(3L)
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .withNewStatus()
            .withObservedGeneration(3L)
            .withUpdateRevision("rev-2")
            .endStatus()
            .build();
    return new Seen(function, nowMs, set, List.of(pods), null, List.of(), null);
  }

  private static Pod pod(String template, boolean ready) {
    return Specs.pod("f-0", template, ready);
  }
}
