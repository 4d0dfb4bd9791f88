package dev.millrace.testkit;

import org.jspecify.annotations.Nullable;

/**
 * A result of a function without windows that a reader of the output sees.
 *
 * @param partition of the input, in which its record was
 * @param offset of that record
 * @param index results of that record before this one
 * @param key the key's bytes as UTF-8 text; null for none
 * @param timeMs its Kafka timestamp: the event time of the record
 * @param value the encoded result as UTF-8 text
 */
public record ResultRow(
    int partition, long offset, int index, @Nullable String key, long timeMs, String value) {}
