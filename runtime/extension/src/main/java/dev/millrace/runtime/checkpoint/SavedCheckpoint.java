package dev.millrace.runtime.checkpoint;

import dev.millrace.runtime.position.KnownPositions.CheckpointFacts;
import java.util.List;

/**
 * A complete checkpoint in object storage, as its manifest says.
 *
 * @param name of the manifest, which the ledger points to
 * @param epoch epoch of the owner that wrote it
 * @param offset next offset to read after restoring it
 * @param since offset since which {@code decisions} are complete
 * @param decisions made between the checkpoint before it and this one
 * @param bytes of all its files
 */
public record SavedCheckpoint(
    String name, long epoch, long offset, long since, List<String> decisions, long bytes) {

  public SavedCheckpoint {
    decisions = List.copyOf(decisions);
  }

  /** What the start of a partition needs to know of it. */
  public CheckpointFacts facts() {
    return new CheckpointFacts(offset, since, decisions);
  }
}
