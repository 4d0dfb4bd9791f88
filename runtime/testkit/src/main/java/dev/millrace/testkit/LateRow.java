package dev.millrace.testkit;

/**
 * A record that came too late for all its windows.
 *
 * @param partition source partition
 * @param offset offset there
 * @param watermarkMs event time when it was judged
 */
public record LateRow(int partition, long offset, long eventTimeMs, long watermarkMs) {}
