package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** The decision on the number of pods. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ScalingStatus(
    @JsonPropertyDescription("Pods wanted.") @Nullable Integer wanted,
    @JsonPropertyDescription("Why, with the arithmetic.") @Nullable String reason,
    @JsonPropertyDescription(
            "Why, in a word: LOAD, BACKLOG, ASLEEP, WOKEN_BY_LAG, WOKEN_BY_TIMER, AT_MIN, STEADYING, STARTING, RESTORING, UNMEASURED, UNKNOWN_LAG, STALE, FIXED, SUSPENDED, NAME_TAKEN, UNKNOWN.")
        @Nullable String cause,
    @JsonPropertyDescription("When the number last changed.") @Nullable String since) {}
