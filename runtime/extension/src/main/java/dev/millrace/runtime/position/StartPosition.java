package dev.millrace.runtime.position;

import dev.millrace.engine.Decision;
import dev.millrace.engine.FireCursor;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.position.KnownPositions.CheckpointFacts;
import dev.millrace.runtime.position.OffsetNote.Base;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition's output went (X3's <em>K</em>) and where its state can come from. Pure: all
 * facts are in {@link KnownPositions}.
 *
 * @param committed K, or {@link KnownPositions#NONE} for a partition that never ran
 * @param note what stands beside K; null with no K
 * @param report something odd that was overridden, to be logged and counted; or null
 */
public record StartPosition(long committed, @Nullable OffsetNote note, @Nullable String report) {

  /**
   * Decides K by rules X3 and X6.
   *
   * @throws RefusedException if it is not known how far the output went
   */
  public static StartPosition decide(KnownPositions known) {
    OffsetNote note = OffsetNote.parse(known.groupMetadata());
    boolean hasLedger = known.ledger().committed() != Progress.NO_OFFSET;
    if (note != null && known.group() >= known.ledger().committed()) {
      return new StartPosition(known.group(), note, null);
    }
    if (hasLedger) {
      return fromLedger(known, note);
    }
    if (known.group() != KnownPositions.NONE) {
      return foreignGroupOffset(known);
    }
    return known.checkpoints().isEmpty()
        ? new StartPosition(KnownPositions.NONE, null, null)
        : fromCheckpointAlone(known);
  }

  private static StartPosition fromLedger(KnownPositions known, @Nullable OffsetNote groupNote) {
    Progress ledger = known.ledger();
    String report =
        known.group() == ledger.committed()
            ? null
            : String.format(
                "Expected the group's offset in Kafka to be the ledger's, but it is another: "
                    + "group=%s, ledger=%d. It expired or was set by another tool; the ledger's is"
                    + " used.",
                known.group() == KnownPositions.NONE ? "none" : known.group(), ledger.committed());
    return new StartPosition(ledger.committed(), ledgerNote(known, groupNote), report);
  }

  /**
   * The ledger's decisions count from the checkpoint that it points to, readable or not; or from
   * where the partition began. Only a ledger that says neither leaves the newest manifest.
   */
  private static OffsetNote ledgerNote(KnownPositions known, @Nullable OffsetNote groupNote) {
    Progress ledger = known.ledger();
    OffsetNote note =
        OffsetNote.fromLedger(ledger.watermarkMs(), known.ledgerCheckpoint(), ledger.decisions());
    if (note.base().offset() >= 0) {
      return note;
    }
    Base base = note.base();
    if (!known.checkpoints().isEmpty()) {
      base = new Base(known.checkpoints().get(0).offset(), true);
    } else if (groupNote != null) {
      base = groupNote.base();
    }
    return new OffsetNote(note.watermarkMs(), base, note.decisions(), note.cursor());
  }

  private static StartPosition foreignGroupOffset(KnownPositions known) {
    if (!known.checkpoints().isEmpty() && known.accepted().contains(Loss.MISSING_POSITION)) {
      return fromCheckpointAlone(known);
    }
    if (!known.accepted().contains(Loss.GROUP_OFFSET) || !known.checkpoints().isEmpty()) {
      throw new RefusedException(
          "Expected the group's offset to be written by Millrace, but another tool set it, and the"
              + " ledger was emptied or never had one: it is not known how far output went: offset="
              + known.group()
              + ", checkpoints="
              + known.checkpoints().size()
              + ".",
          known.checkpoints().isEmpty() ? Loss.GROUP_OFFSET : Loss.MISSING_POSITION);
    }
    Base base = new Base(known.group(), false);
    return new StartPosition(
        known.group(), new OffsetNote(Progress.NO_WATERMARK, base, List.of(), null), null);
  }

  private static StartPosition fromCheckpointAlone(KnownPositions known) {
    long offset = known.checkpoints().get(0).offset();
    if (!known.accepted().contains(Loss.MISSING_POSITION)) {
      throw new RefusedException(
          "Expected a committed offset in Kafka or the ledger, but there is only a checkpoint: it"
              + " is not known which output followed it: checkpointOffset="
              + offset
              + ".",
          Loss.MISSING_POSITION);
    }
    Base base = new Base(offset, true);
    return new StartPosition(
        offset,
        new OffsetNote(Progress.NO_WATERMARK, base, List.of(), null),
        "The position was accepted to be missing: output goes on from the newest checkpoint.");
  }

  /** Whether the ledger's position holds, and the group's offset in Kafka is another or none. */
  public boolean overrulesGroup(KnownPositions known) {
    return report != null && known.ledger().committed() == committed;
  }

  /** Whether the partition never ran. */
  public boolean isFresh() {
    return committed == KnownPositions.NONE;
  }

  /** The last pane emitted of an unfinished firing at K, or null. */
  public @Nullable FireCursor cursor() {
    return note == null ? null : note.cursor();
  }

  /**
   * The decisions to be applied when the log is replayed from a restored checkpoint, or from the
   * first offset if there was none.
   *
   * @param from next offset after the restored state
   * @param isCheckpoint whether a checkpoint was restored
   * @throws RefusedException if state or decisions between {@code from} and K are missing
   */
  public List<Decision> decisionsFrom(
      long from, boolean isCheckpoint, List<CheckpointFacts> newestFirst) {
    OffsetNote known = note;
    if (known == null) {
      return List.of();
    }
    if (!isCheckpoint && known.base().isCheckpoint()) {
      throw new RefusedException(
          "Expected the checkpoint of offset "
              + known.base().offset()
              + ", but none can be restored. Check the checkpoints' location and that its files"
              + " are whole (millrace checkpoints verify).",
          null);
    }
    Set<Decision> all = new LinkedHashSet<>();
    long covered = from;
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      CheckpointFacts later = newestFirst.get(i);
      if (later.offset() > from && later.offset() <= committed && later.since() <= covered) {
        all.addAll(DecisionLog.parse(later.decisions()).decisions(from, committed));
        covered = later.offset();
      }
    }
    if (known.base().isCheckpoint() && known.base().offset() > covered) {
      throw missingDecisions(covered, known.base().offset());
    }
    all.addAll(DecisionLog.parse(known.decisions()).decisions(from, committed));
    List<Decision> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingLong(Decision::offset));
    return sorted;
  }

  private static RefusedException missingDecisions(long from, long to) {
    return new RefusedException(
        "Expected all decisions since the restored checkpoint, but some are missing: from="
            + from
            + ", to="
            + to
            + ". A newer manifest holds them: restore it from a backup.",
        null);
  }
}
