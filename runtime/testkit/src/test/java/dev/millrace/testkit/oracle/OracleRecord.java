package dev.millrace.testkit.oracle;

import org.jspecify.annotations.Nullable;

/**
 * A record as a function sees it.
 *
 * @param source source partition
 * @param eventTimeMs null where the record has none
 * @param timestampMs the Kafka timestamp
 * @param id names the record in the panes that hold it
 * @param readAtMs the clock when it was read
 */
public record OracleRecord(
    int source,
    long offset,
    @Nullable Long eventTimeMs,
    long timestampMs,
    @Nullable String key,
    String id,
    boolean functionThrows,
    long readAtMs) {}
