package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.dependent.Names;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.InstantSource;
import org.jboss.logging.Logger;

/** Writes events about functions. One that cannot be written is logged: it must stop nothing. */
final class Events {
  private static final Logger LOG = Logger.getLogger(Events.class);

  /** Kubernetes' bound. */
  private static final int LONGEST = 1024;

  private final KubernetesClient client;
  private final InstantSource clock;

  Events(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  void record(StreamFunction function, Happening happening) {
    String now = Instant.ofEpochMilli(clock.millis()).toString();
    String message = happening.message();
    try {
      client
          .v1()
          .events()
          .resource(
              new EventBuilder()
                  .withNewMetadata()
                  .withGenerateName(function.getMetadata().getName() + ".")
                  .withNamespace(function.getMetadata().getNamespace())
                  .endMetadata()
                  .withInvolvedObject(
                      new ObjectReferenceBuilder()
                          .withApiVersion(function.getApiVersion())
                          .withKind(function.getKind())
                          .withName(function.getMetadata().getName())
                          .withNamespace(function.getMetadata().getNamespace())
                          .withUid(function.getMetadata().getUid())
                          .build())
                  .withType(happening.isWarning() ? "Warning" : "Normal")
                  .withReason(happening.reason())
                  .withMessage(
                      message.length() <= LONGEST
                          ? message
                          : message.substring(0, LONGEST - 1) + "…")
                  .withFirstTimestamp(now)
                  .withLastTimestamp(now)
                  .withCount(1)
                  .withNewSource()
                  .withComponent(Names.MANAGER)
                  .endSource()
                  .withReportingComponent(Names.MANAGER)
                  .build())
          .create();
    } catch (KubernetesClientException e) {
      LOG.warnf(
          "Expected to write an event, but could not: function=%s, reason=%s, error=%s",
          function.getMetadata().getName(), happening.reason(), e.getMessage());
    }
  }
}
