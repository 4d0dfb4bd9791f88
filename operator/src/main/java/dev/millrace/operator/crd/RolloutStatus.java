package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** Which pod template is run, by the hash that its pods carry as a label. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RolloutStatus(
    @JsonPropertyDescription("The template that was last seen to work.") @Nullable String stable,
    @JsonPropertyDescription("ControllerRevision that holds it.") @Nullable String stableRevision,
    @JsonPropertyDescription("The template being rolled out.") @Nullable String progressing,
    @JsonPropertyDescription("Since when.") @Nullable String progressingSince,
    @JsonPropertyDescription("A template that did not work and was rolled back.")
        @Nullable String failed) {

  /** Nothing was ever run. */
  public static final RolloutStatus NONE = new RolloutStatus(null, null, null, null, null);
}
