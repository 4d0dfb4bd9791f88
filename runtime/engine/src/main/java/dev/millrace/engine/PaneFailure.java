package dev.millrace.engine;

import dev.millrace.functions.PaneKind;

/**
 * A pane that could not be made, because the function or the encoder threw. No single record is to
 * blame, so none is rejected; the window keeps what it holds.
 *
 * @param index the index that the pane would have had
 */
public record PaneFailure(
    byte[] key, long startMs, long endMs, PaneKind kind, int index, RuntimeException cause) {}
