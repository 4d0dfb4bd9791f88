package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Number of pods (rules A3 to A6). */
@ValidationRule(
    value = "duration(self.drainTarget) > duration('0s')",
    message =
        "Expected a drain target above zero: no number of pods drains a backlog in no time. Set"
            + " scaling.drainTarget to something like 1m.",
    fieldPath = ".drainTarget")
@JsonIgnoreProperties(ignoreUnknown = true)
public record Scaling(
    @JsonPropertyDescription("Fewest pods; 0 lets the function sleep while there is nothing to do.")
        @Default("0")
        @Min(0)
        @Max(10_000)
        Integer min,
    @JsonPropertyDescription("Most pods; more than partitions are never run.")
        @Default("16")
        @Min(1)
        @Max(10_000)
        Integer max,
    @JsonPropertyDescription("How fast a backlog is to be worked off.")
        @Default("1m")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String drainTarget,
    @JsonPropertyDescription("Quiet for so long, a function without work goes to zero.")
        @Default("5m")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String idleAfter,
    @JsonPropertyDescription("It does not go to zero if a window falls due within this time.")
        @Default("1m")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String wakeAhead,
    @JsonPropertyDescription(
            "Most partitions that a pod is given, whatever the load; no bound unless given.")
        @Min(1)
        @Max(100_000)
        @Nullable Integer partitionsPerPod) {

  /** What the schema says. */
  public static final Scaling DEFAULTS = new Scaling(0, 16, "1m", "5m", "1m", null);

  public Scaling {
    min = Objects.requireNonNullElse(min, 0);
    max = Objects.requireNonNullElse(max, 16);
    drainTarget = Objects.requireNonNullElse(drainTarget, "1m");
    idleAfter = Objects.requireNonNullElse(idleAfter, "5m");
    wakeAhead = Objects.requireNonNullElse(wakeAhead, "1m");
  }
}
