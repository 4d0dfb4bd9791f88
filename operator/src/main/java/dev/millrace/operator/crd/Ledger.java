package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Objects;

/** The Redis that keeps the ledger (section 6 of the design). */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Ledger(
    @JsonPropertyDescription("Address, as redis://redis:6379 or rediss://redis:6380.")
        @Required
        @Pattern("^(redis|rediss)://[^\\s,]+$")
        @Size(max = 1024)
        String redis,
    @JsonPropertyDescription("Pods pause when Redis is away for longer.")
        @Default("10m")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String maxOutage,
    @JsonPropertyDescription("How long a partition belongs to a pod that says nothing.")
        @Default("10s")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String lease) {

  public Ledger {
    maxOutage = Objects.requireNonNullElse(maxOutage, "10m");
    lease = Objects.requireNonNullElse(lease, "10s");
  }
}
