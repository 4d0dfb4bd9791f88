package dev.millrace.cli.ledger;

import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.position.KnownPositions;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.RefusedException;
import dev.millrace.runtime.position.StartPosition;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Where a partition would start with what is known (rule X3), by the code that a pod decides it
 * with.
 */
final class StartCheck {

  /**
   * Where it would start.
   *
   * @param committed the offset up to which output went, or {@link KnownPositions#NONE}
   * @param from the first offset that would be read, or {@link KnownPositions#NONE}
   * @param problem why it would not start; null if it would
   * @param seen what is in the way; empty if nothing is
   */
  record Verdict(long committed, long from, @Nullable Problem problem, String seen) {
    /** Whether a checkpoint there would be ahead of what was committed (X5). */
    boolean isPassedBy(long offset) {
      return committed != KnownPositions.NONE && offset > committed;
    }
  }

  private StartCheck() {}

  static Verdict of(PartitionFacts facts) {
    PartitionEntry entry = facts.entry();
    if (facts.range() == null || entry == null) {
      return new Verdict(KnownPositions.NONE, KnownPositions.NONE, null, "");
    }
    try {
      return decide(facts, entry, facts.range());
    } catch (RefusedException e) {
      return new Verdict(
          KnownPositions.NONE,
          KnownPositions.NONE,
          Problem.START_REFUSED,
          String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      // What cannot be read has been named already.
      return new Verdict(KnownPositions.NONE, KnownPositions.NONE, null, "");
    }
  }

  private static Verdict decide(PartitionFacts facts, PartitionEntry entry, LogRange range) {
    OffsetAndMetadata group = facts.group();
    List<SavedCheckpoint> whole = facts.whole();
    KnownPositions known =
        new KnownPositions(
            group == null ? KnownPositions.NONE : group.offset(),
            group == null ? null : group.metadata(),
            entry.progress(),
            entry.checkpointOffset(),
            whole.stream().map(SavedCheckpoint::facts).toList(),
            range,
            Set.of());
    StartPosition start = StartPosition.decide(known);
    if (start.isFresh() || start.note() == null) {
      return new Verdict(KnownPositions.NONE, KnownPositions.NONE, null, "");
    }
    SavedCheckpoint restored =
        whole.stream().filter(c -> c.offset() <= start.committed()).findFirst().orElse(null);
    long from;
    if (facts.ref().stage() == Stage.SOURCE) {
      from = start.committed();
    } else {
      from = restored == null ? start.note().base().offset() : restored.offset();
      var unused = start.decisionsFrom(from, restored != null, known.checkpoints());
    }
    return readable(start.committed(), from, range);
  }

  private static Verdict readable(long committed, long from, LogRange range) {
    String seen = "from=" + from + ", logStart=" + range.start() + ", logEnd=" + range.end();
    if (Math.max(from, committed) > range.end()) {
      return new Verdict(
          committed, from, Problem.LOG_ENDS_BEFORE, "committed=" + committed + ", " + seen);
    }
    return from < range.start()
        ? new Verdict(committed, from, Problem.LOG_TRUNCATED, seen)
        : new Verdict(committed, from, null, "");
  }
}
