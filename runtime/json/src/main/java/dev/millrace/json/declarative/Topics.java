package dev.millrace.json.declarative;

import org.jspecify.annotations.Nullable;

/**
 * Where a document's function reads and writes; null where the document leaves it to the
 * configuration.
 *
 * @param late for records that are too late
 * @param deadLetter for records that are rejected
 */
public record Topics(
    @Nullable String input,
    @Nullable String output,
    @Nullable String late,
    @Nullable String deadLetter) {}
