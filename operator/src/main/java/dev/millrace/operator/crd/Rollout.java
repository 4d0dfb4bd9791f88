package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Objects;

/** How a new image or document replaces the old one. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Rollout(
    @JsonPropertyDescription(
            "A first pod of the new kind that is not ready after this time is rolled back.")
        @Default("5m")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String progressDeadline) {

  /** What the schema says. */
  public static final Rollout DEFAULTS = new Rollout("5m");

  public Rollout {
    progressDeadline = Objects.requireNonNullElse(progressDeadline, "5m");
  }
}
