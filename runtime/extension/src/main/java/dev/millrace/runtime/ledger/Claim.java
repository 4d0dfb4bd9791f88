package dev.millrace.runtime.ledger;

/** Outcome of asking for a partition. */
public sealed interface Claim {

  /**
   * The partition is the caller's.
   *
   * @param entry as it stood before the take-over but for its ownership
   */
  record Granted(Lease lease, PartitionEntry entry) implements Claim {}

  /**
   * Another instance holds it, or it is reserved for one.
   *
   * @param owner who holds it or whom it is reserved for
   * @param remainingMs how long that lasts by Redis' clock if it is not renewed
   */
  record Refused(PartitionRef partition, String owner, long remainingMs) implements Claim {}
}
