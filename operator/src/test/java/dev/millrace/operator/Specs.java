package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.dependent.Names;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Functions for tests, as users write them. */
public final class Specs {
  private Specs() {}

  /** A function with nothing but what it must have. */
  public static String yaml(String name, String kafka, String topic, String redis) {
    return """
        apiVersion: millrace.dev/v1alpha1
        kind: StreamFunction
        metadata:
          name: %s
        spec:
          image: example/flights:1
          source:
            topic: %s
            bootstrapServers: %s
          checkpoints:
            location: s3://millrace/%s
          ledger:
            redis: %s
        """
        .formatted(name, topic, kafka, name, redis);
  }

  public static StreamFunction of(String yaml) {
    return Serialization.unmarshal(yaml, StreamFunction.class);
  }

  /**
   * A function in no place: for what does not look.
   *
   * @param more lines of the spec
   * @param ofSource lines of the source
   */
  public static StreamFunction plain(String name, String more, String ofSource) {
    String yaml = yaml(name, "kafka:9092", "flights", "redis://redis:6379");
    StreamFunction function =
        of(yaml.replace("  checkpoints:", ofSource + "  checkpoints:") + more);
    function.getMetadata().setNamespace("team");
    function.getMetadata().setGeneration(1L);
    function.getMetadata().setUid("0f0e0d0c");
    return function;
  }

  /** A pod made from a template with that hash. */
  public static Pod pod(String name, String template, boolean ready) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels(Names.TEMPLATE, template)
        .endMetadata()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus(ready ? "True" : "False")
        .endCondition()
        .endStatus()
        .build();
  }
}
