package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A topic that is written. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Topic(
    @JsonPropertyDescription("Name of the topic; created if missing.")
        @Required
        @Pattern("^[A-Za-z0-9._-]+$")
        @Size(min = 1, max = 249)
        String topic) {}
