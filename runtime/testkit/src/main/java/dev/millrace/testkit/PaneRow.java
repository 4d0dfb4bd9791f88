package dev.millrace.testkit;

import dev.millrace.functions.PaneKind;

/**
 * A pane that a reader of the output sees.
 *
 * @param partition where the key lives: the input partition, or 0 of a re-keyed function
 * @param key the key's bytes as UTF-8 text
 * @param startMs {@link Long#MIN_VALUE} for the global window
 * @param endMs {@link Long#MAX_VALUE} for the global window
 * @param index panes of this key and window before this one
 * @param value the encoded result as UTF-8 text
 */
public record PaneRow(
    int partition,
    String key,
    long startMs,
    long endMs,
    PaneKind kind,
    int index,
    boolean isFinal,
    String value) {}
