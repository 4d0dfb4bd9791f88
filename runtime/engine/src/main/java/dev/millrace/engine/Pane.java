package dev.millrace.engine;

import dev.millrace.functions.PaneKind;

/**
 * A result of one key and window.
 *
 * @param key the key's bytes
 * @param startMs {@link Long#MIN_VALUE} for the global window
 * @param endMs {@link Long#MAX_VALUE} for the global window
 * @param index panes of this key and window before this one, retractions included; from 0
 * @param isFinal nothing can revise it any more
 * @param value the encoded result
 */
public record Pane(
    byte[] key,
    long startMs,
    long endMs,
    PaneKind kind,
    int index,
    boolean isFinal,
    byte[] value) {}
