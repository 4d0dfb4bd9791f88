package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.model.annotation.LabelSelector;
import io.fabric8.kubernetes.model.annotation.StatusReplicas;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operator sees. Of fixed size, however many partitions there are. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record StreamFunctionStatus(
    @JsonPropertyDescription("Version of the spec that this status is about.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription(
            "Pending, Running, Sleeping, Suspended, RollingOut, RolledBack, Failing, Ending.")
        @Nullable String phase,
    @JsonPropertyDescription("Ready pods and wanted pods, as 2/3.") @Nullable String pods,
    @JsonPropertyDescription("Pods there are.") @StatusReplicas @Nullable Integer replicas,
    @JsonPropertyDescription("Ready pods.") @Nullable Integer readyReplicas,
    @JsonPropertyDescription("Label selector of the pods.") @LabelSelector
        @Nullable String selector,
    @JsonPropertyDescription("Image that is run.") @Nullable String image,
    @JsonPropertyDescription("The input topics.") @Nullable String topics,
    @JsonPropertyDescription(
            "Ready, Deployed, CheckpointHealthy, WatermarkAdvancing, LagWithinTarget, Recoverable.")
        List<Condition> conditions,
    @JsonPropertyDescription("The partitions, folded.") @Nullable PartitionSummary partitions,
    @JsonPropertyDescription("How far event time is behind the clock, at the slowest partition.")
        @Nullable String watermarkLag,
    @JsonPropertyDescription("When the next window falls due, as far as it is known.")
        @Nullable String nextFiring,
    @JsonPropertyDescription("Why there are this many pods.") @Nullable ScalingStatus scaling,
    @JsonPropertyDescription("What is guaranteed, and where it ends.") @Nullable String guarantees,
    @JsonPropertyDescription("Which pod template is run.") @Nullable RolloutStatus rollout,
    @JsonPropertyDescription("Checkpoints that were asked for, and how far they are.")
        @Nullable CheckpointRequest checkpointRequest) {

  /** Of an object that was not looked at. */
  public static final StreamFunctionStatus NONE =
      new StreamFunctionStatus(
          null, null, null, null, null, null, null, null, List.of(), null, null, null, null, null,
          null, null);

  public StreamFunctionStatus {
    conditions = Lists.copy(conditions);
  }

  /** The condition of a type, or null. */
  public @Nullable Condition condition(String type) {
    return conditions.stream().filter(c -> c.getType().equals(type)).findFirst().orElse(null);
  }
}
