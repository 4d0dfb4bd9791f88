package dev.millrace.json.declarative;

import org.jspecify.annotations.Nullable;

/**
 * The result of a pane.
 *
 * @param keyText the key as text; of a composite one the text of a JSON array
 * @param startMs as {@link dev.millrace.functions.WindowContext#startMs}
 * @param endMs as {@link dev.millrace.functions.WindowContext#endMs}
 * @param values results in the order of the document's aggregates
 */
public record JsonRow(String keyText, long startMs, long endMs, @Nullable Object[] values) {}
