package dev.millrace.cli.reconcile;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A window whose pane is not what the batch computation says.
 *
 * @param expected what it should be, or null if there should be no pane
 * @param emitted what it is, or null if there is no pane
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Difference(
    String key, long startMs, long endMs, @Nullable String expected, @Nullable String emitted) {}
