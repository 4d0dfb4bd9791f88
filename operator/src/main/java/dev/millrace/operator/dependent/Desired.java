package dev.millrace.operator.dependent;

import dev.millrace.operator.crd.StreamFunction;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of a function beside its pods' template. Pure. */
public final class Desired {
  private static final int REVISIONS_KEPT = 5;

  /** Annotation of a StatefulSet: how many of its pods are there for a change of the template. */
  private static final String SURGE = "millrace.dev/surge";

  private Desired() {}

  /**
   * How many pods are asked for, and of which template.
   *
   * @param replicas all of them
   * @param surge how many of them are there for a change of the template only
   * @param keepBelow pods of lower numbers keep the template that they have
   */
  public record Scale(int replicas, int surge, int keepBelow) {}

  /** Pods with stable names, started and stopped in parallel. */
  public static StatefulSet statefulSet(
      StreamFunction function, PodTemplateSpec template, Scale scale) {
    return new StatefulSetBuilder()
        .withMetadata(Names.meta(function))
        .editMetadata()
        .addToAnnotations(SURGE, Integer.toString(scale.surge()))
        .endMetadata()
        .withNewSpec()
        .withReplicas(scale.replicas())
        .withPodManagementPolicy("Parallel")
        .withServiceName(function.getMetadata().getName())
        .withRevisionHistoryLimit(REVISIONS_KEPT)
        .withNewSelector()
        .withMatchLabels(Names.selector(function))
        .endSelector()
        .withNewUpdateStrategy()
        .withType("RollingUpdate")
        .withNewRollingUpdate()
        .withPartition(scale.keepBelow())
        .endRollingUpdate()
        .endUpdateStrategy()
        .withTemplate(template)
        .endSpec()
        .build();
  }

  /** How many pods a StatefulSet was given for a change of the template. */
  public static int surge(@Nullable StatefulSet statefulSet) {
    Map<String, String> annotations =
        statefulSet == null ? null : statefulSet.getMetadata().getAnnotations();
    return annotations != null && "1".equals(annotations.get(SURGE)) ? 1 : 0;
  }

  /** Names for the pods, for the API, metrics and health. */
  public static Service service(StreamFunction function) {
    return new ServiceBuilder()
        .withMetadata(Names.meta(function))
        .withNewSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .withSelector(Names.selector(function))
        .addNewPort()
        .withName("http")
        .withPort(PodTemplates.PORT)
        .withNewTargetPort("http")
        .withProtocol("TCP")
        .endPort()
        .endSpec()
        .build();
  }

  /** One pod at a time may be evicted: each costs a hand-over. */
  public static PodDisruptionBudget disruptionBudget(StreamFunction function) {
    return new PodDisruptionBudgetBuilder()
        .withMetadata(Names.meta(function))
        .withNewSpec()
        .withNewMaxUnavailable(1)
        .withNewSelector()
        .withMatchLabels(Names.selector(function))
        .endSelector()
        .endSpec()
        .build();
  }
}
