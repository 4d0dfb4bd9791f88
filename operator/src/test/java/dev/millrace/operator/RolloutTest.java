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
        rollout(seen(RolloutStatus.NONE, NOW, pod("new", true), pod("new", true)), "new", 2);
    assertThat(rollout.status()).isEqualTo(new RolloutStatus("new", "rev-2", null, null, null));
    assertThat(rollout.backToStable()).isFalse();
  }

  @Test
  void shouldGoOnWhenTheDeadlineIsNotOver() {
    Rollout begun = rollout(seen(OLD_WORKS, NOW, pod("old", true)), "new", 1);
    assertThat(begun.event()).isNotNull().extracting(Happening::reason).isEqualTo("RollingOut");
    Rollout later = rollout(seen(begun.status(), NOW + 299_000, pod("new", false)), "new", 1);
    assertThat(later.backToStable()).isFalse();
    assertThat(later.event()).isNull();
    assertThat(later.status()).isEqualTo(begun.status());
  }

  @Test
  void shouldGoBackWhenNoPodIsReadyAtTheDeadline() {
    RolloutStatus going = rollout(seen(OLD_WORKS, NOW), "new", 1).status();
    Rollout back = rollout(seen(going, NOW + 301_000, pod("new", false)), "new", 1);
    assertThat(back.backToStable()).isTrue();
    assertThat(back.status()).isEqualTo(new RolloutStatus("old", "rev-1", null, null, "new"));
    assertThat(back.event()).isNotNull().extracting(Happening::reason).isEqualTo("RolledBack");
    // and stays back until the spec asks for something else
    assertThat(rollout(seen(back.status(), NOW + 900_000), "new", 1).backToStable()).isTrue();
    assertThat(rollout(seen(back.status(), NOW + 900_000), "newer", 1).backToStable()).isFalse();
  }

  @Test
  void shouldNotGoBackWhenOnePodIsReady() {
    RolloutStatus going = rollout(seen(OLD_WORKS, NOW), "new", 2).status();
    Rollout slow =
        rollout(seen(going, NOW + 301_000, pod("new", true), pod("old", true)), "new", 2);
    assertThat(slow.backToStable()).isFalse();
  }

  @Test
  void shouldNotCountTheTimeWhenAsleep() {
    RolloutStatus asleep = rollout(seen(OLD_WORKS, NOW), "new", 0).status();
    assertThat(asleep.progressingSince()).isNull();
    Rollout woken = rollout(seen(asleep, NOW + 900_000), "new", 1);
    assertThat(woken.backToStable()).isFalse();
  }

  @Test
  void shouldNotGoBackWhenNothingEverWorked() {
    RolloutStatus going = rollout(seen(RolloutStatus.NONE, NOW), "new", 1).status();
    assertThat(rollout(seen(going, NOW + 900_000), "new", 1).backToStable()).isFalse();
  }

  /** A quota has no room for it: that says nothing about the template. */
  @Test
  void shouldWaitWithoutEndWhenNoPodOfItCanBeCreated() {
    Seen begun = withoutRoom(OLD_WORKS, NOW, pod("old", true));
    RolloutStatus going = Rollout.of(begun, "new", 1, false).status();
    assertThat(going.progressing()).isEqualTo("new");
    assertThat(going.progressingSince()).isNull();
    Seen later = withoutRoom(going, NOW + 900_000, pod("old", true));
    assertThat(Rollout.of(later, "new", 1, true).backToStable()).isFalse();
    RolloutStatus counting = rollout(seen(going, NOW + 1, pod("new", false)), "new", 1).status();
    assertThat(counting.progressingSince()).isNotNull();
    Seen full = withoutRoom(counting, NOW + 100_000, pod("old", true));
    assertThat(Rollout.of(full, "new", 1, true).status()).as("time stops").isEqualTo(going);
    Seen tried = seen(going, NOW + 900_000, pod("old", true), pod("new", false));
    RolloutStatus counted = rollout(tried, "new", 1).status();
    assertThat(counted.progressingSince()).isNotNull();
    Seen failed = seen(counted, NOW + 1_800_000, pod("old", true), pod("new", false));
    assertThat(rollout(failed, "new", 1).backToStable()).isTrue();
  }

  /** The pod was deleted and is made anew: a moment only, but as often as you like. */
  @Test
  void shouldGoBackAtTheDeadlineWhenItsPodIsMissingForAMomentNowAndThen() {
    RolloutStatus going = rollout(seen(OLD_WORKS, NOW), "new", 1).status();
    Rollout missing = rollout(withoutRoom(going, NOW + 200_000, pod("old", true)), "new", 1);
    assertThat(missing.status()).isEqualTo(going);
    Rollout over = rollout(withoutRoom(going, NOW + 301_000, pod("old", true)), "new", 1);
    assertThat(over.backToStable()).as("nobody knows, as long as it is missing").isFalse();
    assertThat(over.status()).isEqualTo(going);
    Seen back = seen(going, NOW + 302_000, pod("old", true), pod("new", false));
    assertThat(rollout(back, "new", 1).backToStable()).isTrue();
  }

  private static Rollout rollout(Seen seen, String hash, int pods) {
    return Rollout.of(seen, hash, pods, false);
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
