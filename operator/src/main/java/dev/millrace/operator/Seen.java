package dev.millrace.operator;

import dev.millrace.operator.condition.PodHealth;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.crd.StreamFunctionStatus;
import dev.millrace.operator.dependent.Desired;
import dev.millrace.operator.dependent.Names;
import dev.millrace.operator.observe.Observation;
import dev.millrace.operator.observe.Trouble;
import dev.millrace.operator.scaling.PartitionSample;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a function when it is reconciled.
 *
 * @param nowMs by the operator's clock
 * @param statefulSet its StatefulSet, or null if there is none yet
 * @param pods there are
 * @param observation of Kafka and the ledger, or null before the first look
 * @param samples its partitions, as far as known
 * @param trouble what keeps it from being observed, found while reconciling; or null
 */
public record Seen(
    StreamFunction function,
    long nowMs,
    @Nullable StatefulSet statefulSet,
    List<Pod> pods,
    @Nullable Observation observation,
    List<PartitionSample> samples,
    @Nullable Trouble trouble) {

  public Seen {
    pods = List.copyOf(pods);
    samples = List.copyOf(samples);
  }

  /** Pods that are asked for now because of what there is to do. */
  public int replicas() {
    return allReplicas() - surge();
  }

  /** The same with one that is there for a change of the template only. */
  public int allReplicas() {
    Integer replicas = statefulSet == null ? null : statefulSet.getSpec().getReplicas();
    return replicas == null ? 0 : replicas;
  }

  /** How many are there for a change of the template only. */
  public int surge() {
    return Math.min(Desired.surge(statefulSet), allReplicas());
  }

  /** Pods there are, without the one that is there for a change of the template only. */
  public int podsOfNeed() {
    String extra = surge() == 0 ? "" : Names.pod(function, replicas());
    return (int) pods.stream().filter(pod -> !pod.getMetadata().getName().equals(extra)).count();
  }

  /** Pods that were asked for and are not even created: Kubernetes has tried, and was refused. */
  public int refusedPods() {
    StatefulSetStatus status = statefulSet == null ? null : statefulSet.getStatus();
    if (statefulSet == null
        || status == null
        || !Objects.equals(
            status.getObservedGeneration(), statefulSet.getMetadata().getGeneration())) {
      return 0;
    }
    int created = Objects.requireNonNullElse(status.getReplicas(), 0);
    return Math.max(0, allReplicas() - created);
  }

  /** Pods that are ready. */
  public int ready() {
    return (int) pods.stream().filter(PodHealth::isReady).count();
  }

  /** The status as it was written last. */
  public StreamFunctionStatus status() {
    StreamFunctionStatus status = function.getStatus();
    return status == null ? StreamFunctionStatus.NONE : status;
  }

  /** What is wrong outside Kubernetes, worst first; or null. */
  public @Nullable Trouble firstTrouble() {
    if (trouble != null) {
      return trouble;
    }
    return observation == null || observation.troubles().isEmpty()
        ? null
        : observation.troubles().get(0);
  }
}
