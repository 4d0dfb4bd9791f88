package dev.millrace.operator.condition;

import dev.millrace.operator.dependent.Names;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a pod from working, by what the kubelet and the scheduler say.
 *
 * @param reason stable word for conditions
 * @param message what was seen, what to do
 */
public record PodHealth(String reason, String message) {

  /** Whether a pod is ready and stays. */
  public static boolean isReady(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null
        && pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  /** Whether a pod was made from a template. */
  public static boolean isOf(Pod pod, String templateHash) {
    return templateHash.equals(pod.getMetadata().getLabels().get(Names.TEMPLATE));
  }

  /** What is wrong with the first pod that says so, or null. */
  public static @Nullable PodHealth trouble(Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> pod.getStatus() != null && !isReady(pod))
        .map(PodHealth::of)
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(null);
  }

  private static Optional<PodHealth> of(Pod pod) {
    String name = pod.getMetadata().getName();
    return pod.getStatus().getContainerStatuses().stream()
        .map(status -> ofContainer(name, status))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> unschedulable(name, pod));
  }

  private static Optional<PodHealth> ofContainer(String pod, ContainerStatus status) {
    ContainerStateWaiting waiting =
        status.getState() == null ? null : status.getState().getWaiting();
    if (waiting == null || waiting.getReason() == null) {
      return Optional.empty();
    }
    String seen = " pod=" + pod + ", message=" + waiting.getMessage() + ".";
    return switch (waiting.getReason()) {
      case "ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull" ->
          Optional.of(
              new PodHealth(
                  "ImageNotPulled",
                  "Expected the image to be pulled, but it is not: image="
                      + status.getImage()
                      + ","
                      + seen
                      + " Correct spec.image or spec.imagePullSecrets."));
      case "CreateContainerConfigError", "CreateContainerError" ->
          Optional.of(
              new PodHealth(
                  "ContainerNotMade",
                  "Expected the container to be made, but it is not:"
                      + seen
                      + " Check spec.credentials and spec.pod."));
      case "CrashLoopBackOff" -> Optional.of(crashing(pod, status));
      default -> Optional.empty();
    };
  }

  private static PodHealth crashing(String pod, ContainerStatus status) {
    ContainerStateTerminated last =
        status.getLastState() == null ? null : status.getLastState().getTerminated();
    String why = last == null ? "unknown" : last.getReason() + ", exit code=" + last.getExitCode();
    return new PodHealth(
        "PodsCrashing",
        "Expected the pod to run, but it ends again and again: pod="
            + pod
            + ", restarts="
            + status.getRestartCount()
            + ", last="
            + why
            + ". See kubectl logs --previous "
            + pod
            + "; OOMKilled asks for more spec.pod.resources.limits.memory.");
  }

  private static Optional<PodHealth> unschedulable(String name, Pod pod) {
    return pod.getStatus().getConditions().stream()
        .filter(c -> c.getType().equals("PodScheduled") && c.getStatus().equals("False"))
        .map(PodCondition::getMessage)
        .map(
            message ->
                new PodHealth(
                    "PodsUnschedulable",
                    "Expected a node for the pod, but there is none: pod="
                        + name
                        + ", message="
                        + message
                        + ". Add nodes, or lower spec.pod.resources.requests."))
        .findFirst();
  }
}
