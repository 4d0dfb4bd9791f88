package dev.millrace.runtime.ledger;

import org.jspecify.annotations.Nullable;

/**
 * Who may write a partition's entry. Times are of Redis' clock and mean nothing on another (L5).
 *
 * @param epoch number of take-overs; 0 if there was none
 * @param owner last instance to hold it that did not release it, or null
 * @param leaseUntilMs end of the owner's lease; 0 without an owner
 * @param nextOwner instance that has prepared to take over (rule A2), or null
 * @param nextUntilMs until when it is reserved for {@code nextOwner}; 0 without one
 */
public record Ownership(
    long epoch,
    @Nullable String owner,
    long leaseUntilMs,
    @Nullable String nextOwner,
    long nextUntilMs) {

  /** Of a partition that nobody ever held. */
  public static final Ownership NONE = new Ownership(0, null, 0, null, 0);

  /** The owner, if its lease runs at the given time of Redis' clock. */
  public @Nullable String liveOwner(long nowMs) {
    return leaseUntilMs > nowMs ? owner : null;
  }

  /** The next owner, if its reservation stands at the given time of Redis' clock. */
  public @Nullable String liveNextOwner(long nowMs) {
    return nextUntilMs > nowMs ? nextOwner : null;
  }
}
