package dev.millrace.runtime.checkpoint;

import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot.PinnedState;
import java.util.List;

/** The checkpoints of one partition. Calls block; made from background threads. */
public interface PartitionCheckpoints {

  /** Complete checkpoints, newest first. */
  List<SavedCheckpoint> newestFirst();

  /**
   * Fetches the newest one while another pod still has the partition (A2): a restore that follows
   * fetches only what has changed since.
   */
  void prepare();

  /** Drops what was prepared; the partition does not come. */
  void dropPrepared();

  /**
   * Restores one into a new store.
   *
   * @throws dev.millrace.state.CorruptStateException if it is damaged: take the one before (C3)
   */
  PartitionStore restore(SavedCheckpoint checkpoint);

  /** A new, empty store. */
  PartitionStore create();

  /** Uploads a pinned state, manifest last (C2). The pinned files stay the caller's. */
  SavedCheckpoint save(PinnedState pinned, Facts facts);

  /**
   * Deletes checkpoints and files that are no longer needed (C4).
   *
   * @param pointedTo what the ledger points to
   * @return the checkpoints kept, newest first
   */
  List<SavedCheckpoint> prune(SavedCheckpoint pointedTo);

  /** What a manifest says beside the files. */
  record Facts(
      long epoch,
      long offset,
      long watermarkMs,
      long since,
      List<String> decisions,
      long createdAtMs) {

    public Facts {
      decisions = List.copyOf(decisions);
    }
  }
}
