package dev.millrace.e2e;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A StreamFunction as its user sees it. */
final class Function {
  private final Cluster cluster;
  private final String namespace;
  private final String name;

  Function(Cluster cluster, String namespace, String name) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.name = name;
  }

  /** A part of its status; empty if it is not there. */
  String status(String field) {
    GenericKubernetesResource found =
        cluster
            .client()
            .genericKubernetesResources("millrace.dev/v1alpha1", "StreamFunction")
            .inNamespace(namespace)
            .withName(name)
            .get();
    Object status = found == null ? null : found.getAdditionalProperties().get("status");
    Object value = status instanceof Map<?, ?> map ? map.get(field) : null;
    return value == null ? "" : value.toString();
  }

  void awaitPhase(String phase) {
    Until.holds(name + " " + phase, () -> status("phase").equals(phase), this::report);
  }

  /** Pods that are asked for. */
  int wanted() {
    StatefulSet set =
        cluster.client().apps().statefulSets().inNamespace(namespace).withName(name).get();
    return set == null ? 0 : set.getSpec().getReplicas();
  }

  /** Its number of pods from now on, as it changes. */
  Scaling scaling() {
    return new Scaling(
        cluster.client().apps().statefulSets().inNamespace(namespace).withName(name));
  }

  List<Pod> pods() {
    return cluster
        .client()
        .pods()
        .inNamespace(namespace)
        .withLabel("millrace.dev/function", name)
        .list()
        .getItems();
  }

  /** Ready pods of an image; of any if it is null. */
  long ready(@Nullable String image) {
    return pods().stream().filter(pod -> isReady(pod) && isOf(pod, image)).count();
  }

  private static boolean isReady(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null
        && pod.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  private static boolean isOf(Pod pod, @Nullable String image) {
    return image == null || pod.getSpec().getContainers().get(0).getImage().equals(image);
  }

  /** Kills a pod at once, without a chance to say good-bye. */
  void kill(String pod) {
    cluster.kubectl("delete", "pod", "-n", namespace, pod, "--grace-period=0", "--force");
  }

  void annotate(String annotation) {
    cluster.kubectl("annotate", "-n", namespace, "sf/" + name, "--overwrite", annotation);
  }

  void patch(String json) {
    cluster.kubectl("patch", "-n", namespace, "sf/" + name, "--type=merge", "-p", json);
  }

  String report() {
    return cluster.report(namespace);
  }
}
