package dev.millrace.testkit;

import dev.millrace.engine.RejectReason;

/**
 * A record that was rejected.
 *
 * @param partition source partition
 * @param offset offset there
 * @param message what was wrong with it
 */
public record DeadLetter(int partition, long offset, RejectReason reason, String message) {}
