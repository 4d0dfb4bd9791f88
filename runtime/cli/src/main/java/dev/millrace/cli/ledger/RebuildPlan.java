package dev.millrace.cli.ledger;

import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Ownership;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.position.DecisionLog;
import dev.millrace.runtime.position.OffsetNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger should say, from manifests, Kafka's offsets and what is readable of the ledger
 * itself, each where it is ahead: it only moves forward (rule L3). Pure.
 *
 * @param function the function's entry to be written, or null if it can stay
 * @param partitions entries to be written; those that can stay are not among them
 * @param lost what cannot be had from anywhere, to be told to the user
 */
record RebuildPlan(
    @Nullable FunctionEntry function, List<PartitionEntry> partitions, List<String> lost) {

  RebuildPlan {
    partitions = List.copyOf(partitions);
    lost = List.copyOf(lost);
  }

  /** Plans from what is known. */
  static RebuildPlan of(Facts facts) {
    List<PartitionEntry> changed = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    for (PartitionFacts partition : facts.partitions()) {
      if (partition.range() == null) {
        continue; // no topic has it: verify names it
      }
      PartitionEntry wanted = entry(partition, lost);
      boolean isKnown =
          partition.raw().isPresent()
              || partition.group() != null
              || !partition.manifests().isEmpty();
      if (isKnown && differs(partition.entry(), wanted)) {
        changed.add(wanted);
      }
    }
    boolean isKnown = facts.isKnownElsewhere() || !changed.isEmpty();
    FunctionEntry function = isKnown && facts.entry() == null ? function(facts) : null;
    return new RebuildPlan(function, changed, lost);
  }

  /** Whether the ledger can stay as it is. */
  boolean isEmpty() {
    return function == null && partitions.isEmpty();
  }

  private static @Nullable FunctionEntry function(Facts facts) {
    if (!facts.topology().isComplete()) {
      return null;
    }
    String schema =
        facts.partitions().stream()
            .flatMap(p -> p.manifests().stream())
            .map(m -> m.manifest() == null ? "" : m.manifest().info().schemaFingerprint())
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse("");
    return facts.topology().entry(schema);
  }

  private static PartitionEntry entry(PartitionFacts facts, List<String> lost) {
    Progress progress = progress(facts, lost);
    SavedCheckpoint checkpoint =
        facts.whole().stream()
            .filter(c -> c.offset() <= progress.committed())
            .findFirst()
            .orElse(null);
    long epoch = Math.max(facts.number("epoch").orElse(0L), facts.newestEpoch());
    return new PartitionEntry(
        facts.ref(),
        new Ownership(epoch, null, 0, null, 0),
        progress,
        checkpoint == null ? null : checkpoint.name(),
        checkpoint == null ? Progress.NO_OFFSET : checkpoint.offset());
  }

  /** The larger of the group's offset and the ledger's, with what belongs to it (X3). */
  private static Progress progress(PartitionFacts facts, List<String> lost) {
    OffsetNote note = facts.note();
    OffsetAndMetadata group = facts.group();
    long ledger = facts.number("committed").orElse(Progress.NO_OFFSET);
    if (note != null && group != null && group.offset() >= ledger) {
      return progress(
          facts, group.offset(), note.watermarkMs(), facts.besidePosition(note, group.offset()));
    }
    if (ledger == Progress.NO_OFFSET) {
      if (facts.raw().isPresent() || !facts.manifests().isEmpty()) {
        lost.add(
            facts.ref()
                + ": neither Kafka nor the ledger know how far output went. The function refuses"
                + " until missing-position is accepted.");
      }
      return Progress.NONE;
    }
    List<String> decisions = facts.raw().decisions();
    if (!readable(decisions)) {
      lost.add(
          facts.ref()
              + ": the decisions beside the ledger's position cannot be read, and Kafka has none"
              + " for it. They are left as they are.");
    }
    return progress(
        facts, ledger, facts.number("watermark").orElse(Progress.NO_WATERMARK), decisions);
  }

  private static boolean readable(List<String> decisions) {
    try {
      OffsetNote note = OffsetNote.fromLedger(0, 0, decisions);
      var unused = DecisionLog.parse(note.decisions());
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /**
   * When the next window falls due is neither in Kafka nor in a manifest. No sooner than at the
   * watermark: said so, a sleeping function is woken once, and tells.
   */
  private static Progress progress(
      PartitionFacts facts, long committed, long watermarkMs, List<String> decisions) {
    PartitionEntry entry = facts.entry();
    long unknown = watermarkMs == Progress.NO_WATERMARK ? Progress.NO_TIMER : watermarkMs;
    long nextTimer =
        entry != null && entry.committed() == committed ? entry.nextTimerMs() : unknown;
    return new Progress(committed, watermarkMs, nextTimer, 0, 0, "", decisions);
  }

  private static boolean differs(@Nullable PartitionEntry now, PartitionEntry wanted) {
    return now == null
        || now.epoch() != wanted.epoch()
        || now.committed() != wanted.committed()
        || now.watermarkMs() != wanted.watermarkMs()
        || !Objects.equals(now.checkpoint(), wanted.checkpoint())
        || now.checkpointOffset() != wanted.checkpointOffset()
        || !Positions.since(now.decisions(), wanted)
            .equals(Positions.since(wanted.decisions(), wanted));
  }
}
