package dev.millrace.runtime.ledger;

/**
 * The right to write a partition's entry, until another takes the partition over.
 *
 * @param owner instance that holds it
 * @param epoch fencing number: grows with every take-over, from 1
 */
public record Lease(PartitionRef partition, String owner, long epoch) {}
