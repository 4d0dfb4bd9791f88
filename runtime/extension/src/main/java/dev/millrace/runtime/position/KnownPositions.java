package dev.millrace.runtime.position;

import dev.millrace.runtime.ledger.Progress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a partition's positions when it starts.
 *
 * @param group the group's committed offset in Kafka, or {@link #NONE}
 * @param groupMetadata the text beside it, or null
 * @param ledger the ledger's entry
 * @param ledgerCheckpoint offset of the checkpoint that the ledger points to, from which its
 *     decisions are complete; or {@link #NONE}
 * @param checkpoints offsets and decisions of the checkpoints that can be restored or not, newest
 *     first
 * @param log first offset there is and next one to be written
 * @param accepted what the operator accepts
 */
public record KnownPositions(
    long group,
    @Nullable String groupMetadata,
    Progress ledger,
    long ledgerCheckpoint,
    List<CheckpointFacts> checkpoints,
    LogRange log,
    Set<Loss> accepted) {

  /** No offset. */
  public static final long NONE = -1;

  public KnownPositions {
    checkpoints = List.copyOf(checkpoints);
    accepted = Set.copyOf(accepted);
  }

  /** Offsets of a log: first there is, and next to be written. */
  public record LogRange(long start, long end) {}

  /**
   * A checkpoint as its manifest says.
   *
   * @param offset next offset to read after restoring it
   * @param since offset since which {@code decisions} are complete, up to {@code offset}
   * @param decisions made between the checkpoint before it and this one
   */
  public record CheckpointFacts(long offset, long since, List<String> decisions) {}
}
