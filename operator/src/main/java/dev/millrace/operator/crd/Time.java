package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** Times that win over what the function says itself (rules W2, W3, W7, W8). */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Time(
    @JsonPropertyDescription(
            "How far behind the largest event time a record may be and still be on time.")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        @Nullable String outOfOrderness,
    @JsonPropertyDescription("How long after its end a window still takes records.")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        @Nullable String allowedLateness,
    @JsonPropertyDescription("How far ahead of the clock an event time may be.")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        @Nullable String maxAhead,
    @JsonPropertyDescription("Silence after which a partition counts as idle.")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        @Nullable String idleTimeout) {}
