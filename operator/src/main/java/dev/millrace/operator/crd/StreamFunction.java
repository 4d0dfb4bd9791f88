package dev.millrace.operator.crd;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A function on Kubernetes: one image or document, one input topic, pods for its partitions. */
@Group(StreamFunction.GROUP)
@Version(StreamFunction.VERSION)
@ShortNames("sf")
@ValidationRule(
    value = "self.metadata.name.size() <= 52",
    message =
        "Expected a name of at most 52 characters, because pods and labels are made of it. Take a"
            + " shorter one; spec.function may be another.")
@AdditionalPrinterColumn(
    name = "READY",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(name = "PHASE", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "PODS", jsonPath = ".status.pods")
@AdditionalPrinterColumn(
    name = "PARTITIONS",
    jsonPath = ".status.partitions.total",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "LAG",
    jsonPath = ".status.partitions.lag",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "WM-LAG", jsonPath = ".status.watermarkLag")
@AdditionalPrinterColumn(name = "NEXT-FIRE", jsonPath = ".status.nextFiring")
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "TOPIC", jsonPath = ".status.topics", priority = 1)
@AdditionalPrinterColumn(name = "GUARANTEE", jsonPath = ".spec.guarantee", priority = 1)
@AdditionalPrinterColumn(
    name = "CHECKPOINT",
    jsonPath = ".status.partitions.oldestCheckpoint",
    priority = 1)
@AdditionalPrinterColumn(name = "IMAGE", jsonPath = ".status.image", priority = 1)
@AdditionalPrinterColumn(name = "WHY", jsonPath = ".status.scaling.reason", priority = 1)
public class StreamFunction extends CustomResource<StreamFunctionSpec, StreamFunctionStatus>
    implements Namespaced {
  /** API group. */
  public static final String GROUP = "millrace.dev";

  /** Version served and stored. */
  public static final String VERSION = "v1alpha1";

  private static final long serialVersionUID = 1L;

  /** Name in the ledger, the group and the checkpoints: that of the spec, or the object's own. */
  public String functionName() {
    String named = getSpec().function();
    return named == null ? getMetadata().getName() : named;
  }

  /** Number of the spec's version. */
  public long generation() {
    Long generation = getMetadata().getGeneration();
    return generation == null ? 0 : generation;
  }
}
