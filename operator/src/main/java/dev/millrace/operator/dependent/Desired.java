package dev.millrace.operator.dependent;

import dev.millrace.operator.crd.StreamFunction;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;

/** The objects of a function beside its pods' template. Pure. */
public final class Desired {
  private static final int REVISIONS_KEPT = 5;

  private Desired() {}

  /** Pods with stable names, started and stopped in parallel. */
  public static StatefulSet statefulSet(
      StreamFunction function, PodTemplateSpec template, int replicas) {
    return new StatefulSetBuilder()
        .withMetadata(Names.meta(function))
        .withNewSpec()
        .withReplicas(replicas)
        .withPodManagementPolicy("Parallel")
        .withServiceName(function.getMetadata().getName())
        .withRevisionHistoryLimit(REVISIONS_KEPT)
        .withNewSelector()
        .withMatchLabels(Names.selector(function))
        .endSelector()
        .withNewUpdateStrategy()
        .withType("RollingUpdate")
        .endUpdateStrategy()
        .withTemplate(template)
        .endSpec()
        .build();
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
