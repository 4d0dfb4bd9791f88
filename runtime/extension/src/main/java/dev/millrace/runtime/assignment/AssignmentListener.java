package dev.millrace.runtime.assignment;

import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionRef;

/**
 * Serves partitions as it is told. All methods are called from the follower's one thread and must
 * return soon; longer work is the listener's own to schedule.
 */
public interface AssignmentListener {

  /** What the ledger says now; before the steps that follow from it. */
  default void onView(LedgerView view) {}

  /**
   * The partition is this instance's to claim now. Not called again for it until {@link
   * AssignmentFollower#ended} was; that is to be called also when the claim is refused.
   */
  void onAssigned(PartitionRef partition);

  /**
   * The partition will come from an instance that still holds it: restore its newest checkpoint,
   * and run {@code ready} when done, from any thread (rule A2). {@link #onAssigned} or {@link
   * #onPrepareCancelled} follows. By default there is nothing to prepare.
   */
  default void onPrepare(PartitionRef partition, Runnable ready) {
    ready.run();
  }

  /** It will not come after all: what was prepared can go. */
  default void onPrepareCancelled(PartitionRef partition) {}

  /**
   * Another instance is ready: stop between transactions, write a last small checkpoint, release
   * the lease, then call {@link AssignmentFollower#ended}.
   */
  void onReleaseRequested(PartitionRef partition, String nextOwner);

  /** The ledger was read and answered: trouble is over, and what is to be served is known. */
  default void onFollowed() {}

  /** The ledger could not be read or written; it is tried again at the next interval (rule L4). */
  void onTrouble(RuntimeException trouble);
}
