package dev.millrace.operator;

import dev.millrace.operator.condition.PodHealth;
import dev.millrace.operator.crd.RolloutStatus;
import dev.millrace.operator.crd.Times;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides which pod template is run: the one that the spec asks for, or the last that worked, if no
 * pod of the new one becomes ready within the deadline. Pure.
 *
 * @param backToStable whether the last template that worked is to be run
 * @param status what to remember
 * @param event what happened, or null
 */
record Rollout(boolean backToStable, RolloutStatus status, @Nullable Happening event) {

  /**
   * Decides.
   *
   * @param wantedHash of the template that the spec asks for
   * @param wantedPods pods that are to run
   * @param withoutRoom whether pods that were asked for have not been created for a while
   */
  static Rollout of(Seen seen, String wantedHash, int wantedPods, boolean withoutRoom) {
    RolloutStatus before = seen.status().rollout();
    before = before == null ? RolloutStatus.NONE : before;
    if (wantedHash.equals(before.stable())) {
      return new Rollout(
          false, new RolloutStatus(wantedHash, before.stableRevision(), null, null, null), null);
    }
    if (wantedHash.equals(before.failed())) {
      return new Rollout(before.stableRevision() != null, before, null);
    }
    return progress(seen, before, wantedHash, wantedPods, withoutRoom);
  }

  private static Rollout progress(
      Seen seen, RolloutStatus before, String hash, int wantedPods, boolean withoutRoom) {
    long ready =
        seen.pods().stream()
            .filter(pod -> PodHealth.isReady(pod) && PodHealth.isOf(pod, hash))
            .count();
    // The one too many that a change of the template has does not count.
    boolean isOver = ready >= wantedPods + seen.surge();
    String revision = updateRevision(seen.statefulSet());
    if (wantedPods > 0 && isOver && revision != null) {
      return new Rollout(
          false,
          new RolloutStatus(hash, revision, null, null, null),
          before.stable() == null
              ? null
              : Happening.normal("RolledOut", "All pods run the new template " + hash + "."));
    }
    boolean known = hash.equals(before.progressing());
    boolean isTried = wantedPods > 0 && !isNotCreated(seen, hash);
    // Time asleep does not count, nor does time without room: no pod could have become ready. A pod
    // that is just not there, as it is made anew, is no reason to begin the time again.
    boolean counts = wantedPods > 0 && (isTried || !withoutRoom);
    String since = counts && known ? before.progressingSince() : null;
    if (since == null && isTried) {
      since = Instant.ofEpochMilli(seen.nowMs()).toString();
    }
    RolloutStatus going =
        new RolloutStatus(before.stable(), before.stableRevision(), hash, since, null);
    boolean isOverdue = ready == 0 && isTried && since != null && isOverdue(seen, since);
    if (isOverdue && before.stableRevision() != null) {
      return new Rollout(
          true,
          new RolloutStatus(before.stable(), before.stableRevision(), null, null, hash),
          Happening.warning("RolledBack", rolledBack(seen, hash)));
    }
    Happening begun =
        known || before.stable() == null
            ? null
            : Happening.normal("RollingOut", "Pods change to the new template " + hash + ".");
    return new Rollout(false, going, begun);
  }

  /** Not one pod of the template is created, so it has not failed. */
  private static boolean isNotCreated(Seen seen, String hash) {
    return seen.refusedPods() > 0
        && seen.pods().stream().noneMatch(pod -> PodHealth.isOf(pod, hash));
  }

  private static boolean isOverdue(Seen seen, String since) {
    String deadline = seen.function().getSpec().rollout().progressDeadline();
    return seen.nowMs() - Instant.parse(since).toEpochMilli() > Times.parse(deadline).toMillis();
  }

  private static String rolledBack(Seen seen, String hash) {
    PodHealth trouble = PodHealth.trouble(seen.pods());
    return "Expected a pod of the new template to become ready within "
        + seen.function().getSpec().rollout().progressDeadline()
        + ", but none did: template="
        + hash
        + (trouble == null ? "" : ", reason=" + trouble.reason() + " (" + trouble.message() + ")")
        + ". The template before runs again; correct the spec.";
  }

  private static @Nullable String updateRevision(@Nullable StatefulSet statefulSet) {
    if (statefulSet == null || statefulSet.getStatus() == null) {
      return null;
    }
    Long observed = statefulSet.getStatus().getObservedGeneration();
    boolean current = statefulSet.getMetadata().getGeneration().equals(observed);
    return current ? statefulSet.getStatus().getUpdateRevision() : null;
  }
}
