package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** The decision on the number of pods. */
public record ScalingStatus(
    @JsonPropertyDescription("Pods wanted.") @Nullable Integer wanted,
    @JsonPropertyDescription("Why, with the arithmetic.") @Nullable String reason,
    @JsonPropertyDescription("When the number last changed.") @Nullable String since) {}
