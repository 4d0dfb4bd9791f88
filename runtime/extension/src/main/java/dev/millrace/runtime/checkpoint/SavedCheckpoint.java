package dev.millrace.runtime.checkpoint;

import dev.millrace.runtime.position.KnownPositions.CheckpointFacts;
import dev.millrace.state.checkpoint.CheckpointInfo;
import dev.millrace.state.checkpoint.CheckpointManifest;
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

  /** Names of the manifest's extra values. */
  static final String SINCE = "decisionsSince";

  static final String DECISIONS = "decisions";

  public SavedCheckpoint {
    decisions = List.copyOf(decisions);
  }

  /** What a manifest says. */
  public static SavedCheckpoint of(CheckpointManifest manifest) {
    CheckpointInfo info = manifest.info();
    String decisions = info.extra().getOrDefault(DECISIONS, "");
    String since = info.extra().getOrDefault(SINCE, Long.toString(info.nextOffset()));
    return new SavedCheckpoint(
        manifest.id().toString(),
        manifest.id().epoch(),
        info.nextOffset(),
        Long.parseLong(since),
        decisions.isEmpty() ? List.of() : List.of(decisions.split(",", -1)),
        manifest.totalBytes());
  }

  /** What the start of a partition needs to know of it. */
  public CheckpointFacts facts() {
    return new CheckpointFacts(offset, since, decisions);
  }
}
