package dev.millrace.operator;

import dev.millrace.operator.condition.Verdict;
import dev.millrace.operator.crd.CheckpointRequest;
import dev.millrace.operator.crd.RolloutStatus;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.dependent.Applier;
import dev.millrace.operator.dependent.Desired;
import dev.millrace.operator.dependent.PodTemplates;
import dev.millrace.operator.observe.Observer;
import dev.millrace.operator.observe.Target;
import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerException;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Applies the objects of a function, and publishes who has which partition. */
final class Deployer {
  private static final Logger LOG = Logger.getLogger(Deployer.class);

  /** Answers that asking again does not change: not allowed, in conflict, not valid. */
  private static final Set<Integer> REFUSED = Set.of(400, 403, 409, 422);

  private static final int FORBIDDEN = 403;

  /** Pods that are to go may hand over for as long. */
  private static final Duration HAND_OVER = Duration.ofSeconds(60);

  private final Applier applier;
  private final Revisions revisions;
  private final Observer observer;
  private final String stockImage;

  Deployer(Applier applier, Revisions revisions, Observer observer, String stockImage) {
    this.applier = applier;
    this.revisions = revisions;
    this.observer = observer;
    this.stockImage = stockImage;
  }

  Deployment deploy(Seen seen, PodCount count, Track track, Context<StreamFunction> context) {
    StreamFunction function = seen.function();
    RolloutStatus before = seen.status().rollout();
    PodTemplateSpec wanted;
    try {
      wanted = PodTemplates.of(function, stockImage);
    } catch (IllegalArgumentException e) {
      return refused(before, Verdict.no("Refused", String.valueOf(e.getMessage())), count);
    }
    String hash = PodTemplates.hash(wanted);
    Rollout rollout = Rollout.of(seen, hash, count.pods(), track.isWithoutRoom(seen));
    PodTemplateSpec stable =
        rollout.backToStable()
            ? revisions.template(function, rollout.status().stableRevision())
            : null;
    PodTemplateSpec template = stable == null ? wanted : stable;
    Upgrade upgrade =
        Upgrade.of(seen, PodTemplates.hash(template), count.pods(), track, HAND_OVER.toMillis());
    try {
      apply(seen, template, scale(seen, upgrade, track), context);
    } catch (KubernetesClientException e) {
      if (!REFUSED.contains(e.getCode())) {
        throw e;
      }
      return refused(rollout.status(), refusal(function, e), count);
    }
    return new Deployment(
        rollout.status(),
        stable == null ? null : rolledBack(rollout),
        null,
        template.getSpec().getContainers().get(0).getImage(),
        rollout.event() == null ? List.of() : List.of(rollout.event()),
        upgrade);
  }

  private static String rolledBack(Rollout rollout) {
    return "Expected a pod of the spec's template to become ready, but none did, so the template"
        + " before runs again: failed="
        + rollout.status().failed()
        + ", runs="
        + rollout.status().stable()
        + ". The event RolledBack says why; correct the spec.";
  }

  private static Deployment refused(
      @Nullable RolloutStatus before, Verdict refusal, PodCount count) {
    return new Deployment(
        before == null ? RolloutStatus.NONE : before,
        null,
        refusal,
        "",
        List.of(),
        Upgrade.none(count.pods()));
  }

  private static Verdict refusal(StreamFunction function, KubernetesClientException e) {
    return Verdict.no(
        e.getCode() == FORBIDDEN ? "Forbidden" : "Refused",
        "Expected the API server to take the function's objects, but it refuses: code="
            + e.getCode()
            + ", error="
            + e.getMessage()
            + (e.getCode() == FORBIDDEN
                ? ". Grant the operator's ServiceAccount the rights of its Role in namespace "
                    + function.getMetadata().getNamespace()
                    + "."
                : ". Correct spec.pod, or remove an object of the same name that is not the"
                    + " operator's."));
  }

  private void apply(
      Seen seen, PodTemplateSpec template, Desired.Scale scale, Context<StreamFunction> context) {
    StreamFunction function = seen.function();
    applier.apply(
        Desired.service(function), context.getSecondaryResource(Service.class).orElse(null));
    applier.apply(
        Desired.disruptionBudget(function),
        context.getSecondaryResource(PodDisruptionBudget.class).orElse(null));
    applier.apply(Desired.statefulSet(function, template, scale), seen.statefulSet());
  }

  /** Pods that are to go stay until they have handed over, for a while (rule A2). */
  private static Desired.Scale scale(Seen seen, Upgrade upgrade, Track track) {
    int pods = upgrade.replicas();
    boolean handing = pods < seen.allReplicas() && Assignments.isHandingOver(seen, pods);
    long sinceMs = track.handingOverSinceMs(handing, seen.nowMs());
    return handing && seen.nowMs() - sinceMs < HAND_OVER.toMillis()
        ? new Desired.Scale(seen.allReplicas(), seen.surge(), upgrade.keepBelow())
        : new Desired.Scale(pods, upgrade.surge(), upgrade.keepBelow());
  }

  /** Tells the ledger that checkpoints are wanted; if Redis is away, the next pass does. */
  void ask(CheckpointWish wish, @Nullable Target target) {
    CheckpointRequest request = wish.request();
    if (!wish.mustAsk() || request == null || target == null) {
      return;
    }
    try (Ledger ledger = observer.ledger(target)) {
      ledger.askForCheckpoints(request.requested());
    } catch (LedgerException e) {
      LOG.warnf("Expected to ask for checkpoints, but could not: error=%s", e.getMessage());
    }
  }

  /** Publishes an assignment if another is needed; if Redis is away, the next pass does. */
  void assign(Seen seen, Upgrade upgrade, @Nullable Target target) {
    Assignment assignment = Assignments.plan(seen, upgrade.replicas(), upgrade.without());
    if (assignment == null || target == null) {
      return;
    }
    try (Ledger ledger = observer.ledger(target)) {
      if (ledger.publish(assignment)) {
        LOG.infof(
            "Published an assignment: function=%s, generation=%d, partitions=%d, pods=%d",
            target.keys().function(),
            assignment.generation(),
            assignment.owners().size(),
            Set.copyOf(assignment.owners().values()).size());
      }
    } catch (LedgerException e) {
      LOG.warnf("Expected to publish an assignment, but could not: error=%s", e.getMessage());
    }
  }
}
