package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.dependent.Applier;
import dev.millrace.operator.dependent.Desired;
import dev.millrace.operator.observe.Observer;
import dev.millrace.operator.observe.Target;
import dev.millrace.runtime.ledger.LedgerException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Ends a function that was deleted: pods stop by themselves, so that their last checkpoints are
 * taken; then the ledger is removed, if that was asked for. Each step has a time after which the
 * next comes whatever happened: the object never stays for ever.
 */
final class Ending {
  /** Longer than pods take to stop, and to be killed. */
  private static final Duration PODS = Duration.ofSeconds(90);

  /** For the ledger, after the pods. */
  private static final Duration LEDGER = Duration.ofSeconds(60);

  private static final Duration AGAIN = Duration.ofSeconds(2);

  private final KubernetesClient client;
  private final Observer observer;
  private final Looker looker;
  private final Steering steering;
  private final Written written;
  private final Events events;
  private final Applier applier;
  private final InstantSource clock;

  Ending(
      KubernetesClient client,
      Observer observer,
      Looker looker,
      Steering steering,
      Written written,
      Events events,
      Applier applier,
      InstantSource clock) {
    this.client = client;
    this.observer = observer;
    this.looker = looker;
    this.steering = steering;
    this.written = written;
    this.events = events;
    this.applier = applier;
    this.clock = clock;
  }

  /**
   * Does the next step.
   *
   * @param ownsLedger whether the ledger is this one's, and not that of another of the same name
   */
  DeleteControl end(StreamFunction function, Context<StreamFunction> context, boolean ownsLedger) {
    boolean podsOverdue = isOver(function, PODS);
    try {
      StatefulSet set = context.getSecondaryResource(StatefulSet.class).orElse(null);
      if (set != null && set.getSpec().getReplicas() > 0) {
        client
            .apps()
            .statefulSets()
            .inNamespace(set.getMetadata().getNamespace())
            .withName(set.getMetadata().getName())
            .scale(0);
      }
    } catch (KubernetesClientException e) {
      if (!podsOverdue) {
        return later();
      }
    }
    boolean podsLeft = !context.getSecondaryResources(Pod.class).isEmpty();
    if (podsLeft && !podsOverdue) {
      return later();
    }
    if (podsLeft) {
      events.record(
          function,
          Happening.warning(
              "EndedUncleanly",
              "Expected the pods to stop, but some are left: they are deleted with the function."
                  + " What followed their last checkpoint is replayed if it is created anew."));
    }
    if (ownsLedger && function.getSpec().removesLedger() && !isLedgerRemoved(function)) {
      return later();
    }
    forget(function);
    return DeleteControl.defaultDelete();
  }

  private static DeleteControl later() {
    return DeleteControl.noFinalizerRemoval().rescheduleAfter(AGAIN);
  }

  /** Whether the ledger is gone, or the time for it is over. */
  private boolean isLedgerRemoved(StreamFunction function) {
    Looker.Target looked = looker.track(function);
    String error = remove(looked);
    if (error == null) {
      events.record(
          function,
          Happening.normal(
              "LedgerRemoved", "The ledger was removed; checkpoints and topics stay."));
      return true;
    }
    if (!isOver(function, PODS.plus(LEDGER))) {
      return false;
    }
    events.record(
        function,
        Happening.warning(
            "LedgerNotRemoved",
            "Expected to remove the ledger, but could not: "
                + error
                + " Remove the keys millrace:{"
                + function.getMetadata().getNamespace()
                + "/"
                + function.functionName()
                + "}:* from Redis before the name is used for another function."));
    return true;
  }

  private @Nullable String remove(Looker.Target looked) {
    Target target = looked.target();
    if (target == null) {
      return looked.trouble() == null ? "No target." : looked.trouble().message();
    }
    try {
      observer.removeLedger(target);
      return null;
    } catch (LedgerException e) {
      return e.getMessage();
    }
  }

  private boolean isOver(StreamFunction function, Duration allowed) {
    Instant deleted = Instant.parse(function.getMetadata().getDeletionTimestamp());
    return clock.millis() - deleted.toEpochMilli() > allowed.toMillis();
  }

  private void forget(StreamFunction function) {
    ResourceID id = ResourceID.fromResource(function);
    looker.forget(id);
    steering.forget(id);
    written.forget(id);
    applier.forget(Desired.service(function));
    applier.forget(Desired.disruptionBudget(function));
    applier.forget(
        Desired.statefulSet(
            function,
            new io.fabric8.kubernetes.api.model.PodTemplateSpec(),
            new Desired.Scale(0, 0, 0)));
  }
}
