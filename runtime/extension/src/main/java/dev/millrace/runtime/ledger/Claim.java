package dev.millrace.runtime.ledger;

/** Outcome of asking for a partition. */
public sealed interface Claim {

  /**
   * The partition is the caller's.
   *
   * @param entry as it stood before the take-over but for its ownership
   * @param nowMs when that was, by Redis' clock
   */
  record Granted(Lease lease, PartitionEntry entry, long nowMs) implements Claim {

    /** How long the partition has been silent: others have listened before. */
    public long silentMs(long idleTimeoutMs) {
      return entry.stillness().silentMs(idleTimeoutMs, nowMs);
    }
  }

  /**
   * Another instance holds it, or it is reserved for one.
   *
   * @param owner who holds it or whom it is reserved for
   * @param remainingMs how long that lasts by Redis' clock if it is not renewed
   */
  record Refused(PartitionRef partition, String owner, long remainingMs) implements Claim {}
}
