package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far checkpoints are that someone asked for by an annotation. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CheckpointRequest(
    @JsonPropertyDescription("The annotation's value that this is about.") String requested,
    @JsonPropertyDescription("Whether all partitions have saved what there was.") boolean done,
    @JsonPropertyDescription("Partitions that have.") int saved,
    @JsonPropertyDescription("Partitions with state.") int of,
    @JsonPropertyDescription("Partitions that have not yet, at most eight.") List<String> waiting,
    @JsonPropertyDescription("Age of the oldest checkpoint when all had.")
        @Nullable String oldest) {

  public CheckpointRequest {
    waiting = Lists.copy(waiting);
  }
}
