package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All partitions in a few numbers, and those worst off by name. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record PartitionSummary(
    @JsonPropertyDescription("Partitions, of both stages if the function is re-keyed.")
        @Nullable Integer total,
    @JsonPropertyDescription("Those that a live pod holds.") @Nullable Integer owned,
    @JsonPropertyDescription("Records not read yet, over all; absent while unknown.")
        @Nullable Long lag,
    @JsonPropertyDescription("Age of the oldest newest checkpoint.")
        @Nullable String oldestCheckpoint,
    @JsonPropertyDescription("Records a second, over all.") @Nullable Long rate,
    @JsonPropertyDescription("The partitions with most lag, at most eight.")
        List<PartitionView> worst) {

  /** How many are named. */
  public static final int NAMED = 8;

  public PartitionSummary {
    worst = Lists.copy(worst);
  }

  /** One partition. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record PartitionView(
      @JsonPropertyDescription("p:3, or s:3 for a source of a re-keyed function.") String partition,
      @JsonPropertyDescription("What it reads, as orders-3: partition 3 of the topic orders.")
          @Nullable String reads,
      @JsonPropertyDescription("What it is doing.") @Nullable String state,
      @JsonPropertyDescription("Pod that holds it.") @Nullable String owner,
      @JsonPropertyDescription("Records not read yet.") @Nullable Long lag,
      @JsonPropertyDescription("How far its event time is behind the clock.")
          @Nullable String watermarkLag,
      @JsonPropertyDescription("Age of its newest checkpoint.") @Nullable String checkpointAge) {}
}
