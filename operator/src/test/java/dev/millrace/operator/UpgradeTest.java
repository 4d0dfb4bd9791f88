package dev.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.dependent.Desired;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A2 for a change of the template, as long as nobody holds anything; the rest is in PartitionsIT.
 */
class UpgradeTest {
  private static final long PATIENCE_MS = 60_000;

  private final StreamFunction function = Specs.plain("f", "", "");
  private final Track track = new Track(0);

  @Test
  void shouldDoNothingWhenAllPodsAreOfTheTemplate() {
    assertThat(step(2, pod(0, "new", true), pod(1, "new", true))).isEqualTo(Upgrade.none(2));
    assertThat(step(2)).isEqualTo(Upgrade.none(2));
  }

  @Test
  void shouldDoNothingWhenNoPodIsNeeded() {
    assertThat(step(0, pod(0, "old", true))).isEqualTo(Upgrade.none(0));
  }

  @Test
  void shouldAskForOneMoreAndTouchNoneWhenItBegins() {
    Upgrade first = step(2, pod(0, "old", true), pod(1, "old", true));
    assertThat(first.replicas()).isEqualTo(3);
    assertThat(first.surge()).isEqualTo(1);
    assertThat(first.keepBelow()).isEqualTo(2);
    assertThat(first.leaving()).isNull();
    assertThat(first.without()).containsExactly("f-2");
  }

  @Test
  void shouldTouchNoneWhenTheNewOneIsNotReady() {
    Upgrade step = step(2, pod(0, "old", true), pod(1, "old", true), pod(2, "new", false));
    assertThat(step.keepBelow()).isEqualTo(2);
    assertThat(step.leaving()).isNull();
    assertThat(step.without()).containsExactly("f-2");
  }

  @Test
  void shouldReplaceTheLastOldOneWhenTheNewOneIsReady() {
    Upgrade step = step(2, pod(0, "old", true), pod(1, "old", true), pod(2, "new", true));
    assertThat(step.leaving()).isEqualTo("f-1");
    assertThat(step.keepBelow()).as("f-1 holds nothing").isEqualTo(1);
    assertThat(step.without()).containsExactly("f-1");
  }

  @Test
  void shouldWaitForTheReplacementWhenItIsNotReady() {
    Upgrade gone = step(2, pod(0, "old", true), pod(2, "new", true));
    assertThat(gone.leaving()).isNull();
    assertThat(gone.keepBelow()).isEqualTo(1);
    Upgrade starting = step(2, pod(0, "old", true), pod(1, "new", false), pod(2, "new", true));
    assertThat(starting).isEqualTo(gone);
    assertThat(starting.without()).isEmpty();
    Upgrade back = step(2, pod(0, "old", true), pod(1, "new", true), pod(2, "new", true));
    assertThat(back.leaving()).isEqualTo("f-0");
    assertThat(back.keepBelow()).isZero();
  }

  @Test
  void shouldLetTheOneTooManyGoWhenAllAreNew() {
    Upgrade last = step(2, pod(0, "new", true), pod(1, "new", true), pod(2, "new", true));
    assertThat(last).isEqualTo(Upgrade.none(2));
  }

  @Test
  void shouldLetTheFailedOneGoWhenTheTemplateIsRolledBack() {
    Upgrade back = step(2, pod(0, "new", true), pod(1, "new", true), pod(2, "bad", false));
    assertThat(back.replicas()).isEqualTo(2);
    assertThat(back.keepBelow()).as("it goes, and is not replaced first").isEqualTo(3);
  }

  @Test
  void shouldLetPodsThatAreNotNeededGoFirstWhenItShrinksMeanwhile() {
    Upgrade step = step(1, pod(0, "old", true), pod(1, "old", true), pod(2, "new", true));
    assertThat(step.replicas()).isEqualTo(1);
    assertThat(step.keepBelow()).isEqualTo(2);
  }

  @Test
  void shouldNotCountPodsOfOthersWhenTheirNamesBeginAlike() {
    Pod other =
        new PodBuilder(pod(0, "old", true)).editMetadata().withName("f-x-0").endMetadata().build();
    assertThat(step(1, pod(0, "new", true), other)).isEqualTo(Upgrade.none(1));
  }

  /** An HPA reads how many there are: the one too many is not to look like growth. */
  @Test
  void shouldNotCountTheOneTooManyWhenOthersAskHowManyThereAre() {
    List<Pod> three = List.of(pod(0, "old", true), pod(1, "old", true), pod(2, "new", true));
    StatefulSet surging =
        Desired.statefulSet(function, new PodTemplateSpec(), new Desired.Scale(3, 1, 2));
    assertThat(new Seen(function, 0, surging, three, null, List.of(), null).podsOfNeed())
        .isEqualTo(2);
    StatefulSet grown =
        Desired.statefulSet(function, new PodTemplateSpec(), new Desired.Scale(3, 0, 0));
    assertThat(new Seen(function, 0, grown, three, null, List.of(), null).podsOfNeed())
        .isEqualTo(3);
  }

  private Upgrade step(int wanted, Pod... pods) {
    Seen seen = new Seen(function, 0, null, List.of(pods), null, List.of(), null);
    return Upgrade.of(seen, "new", wanted, track, PATIENCE_MS);
  }

  private static Pod pod(int n, String template, boolean ready) {
    return Specs.pod("f-" + n, template, ready);
  }
}
