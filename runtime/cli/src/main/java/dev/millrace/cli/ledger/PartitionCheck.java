package dev.millrace.cli.ledger;

import dev.millrace.cli.ledger.PartitionFacts.FoundManifest;
import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.position.DecisionLog;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.state.checkpoint.CheckpointManifest;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/** Compares what Redis, the object store and Kafka say of one partition. Pure. */
final class PartitionCheck {
  private final PartitionFacts facts;
  private final List<Disagreement> found = new ArrayList<>();

  private PartitionCheck(PartitionFacts facts) {
    this.facts = facts;
  }

  static List<Disagreement> of(PartitionFacts facts) {
    PartitionCheck check = new PartitionCheck(facts);
    check.group();
    check.manifests();
    PartitionEntry entry = facts.entry();
    if (entry == null) {
      check.add(Problem.ENTRY_UNREADABLE, facts.unreadable());
    } else if (!facts.raw().isPresent()) {
      check.missing();
    } else {
      check.epoch(entry);
      check.committed(entry);
      check.besidePosition(entry);
      check.pointer(entry);
    }
    check.start();
    return check.found;
  }

  private void missing() {
    if (facts.group() != null || !facts.manifests().isEmpty()) {
      add(
          Problem.ENTRY_MISSING,
          "ledger=none, Kafka=" + offset(facts.group()) + ", manifest=" + newestName());
    }
  }

  private void group() {
    OffsetAndMetadata group = facts.group();
    if (group == null || facts.note() != null) {
      return;
    }
    try {
      OffsetNote.parse(group.metadata());
      add(Problem.GROUP_FOREIGN, "Kafka=" + offset(group));
    } catch (RuntimeException e) {
      add(Problem.GROUP_UNREADABLE, "Kafka=" + offset(group) + ", metadata=" + group.metadata());
    }
  }

  private void manifests() {
    for (FoundManifest manifest : facts.manifests()) {
      if (!manifest.isWhole()) {
        add(Problem.CHECKPOINT_DAMAGED, "manifest=" + manifest.id() + ": " + manifest.problem());
      }
    }
  }

  private void epoch(PartitionEntry entry) {
    if (entry.epoch() < facts.newestEpoch()) {
      add(Problem.EPOCH_BEHIND, "ledger=" + entry.epoch() + ", manifest=" + facts.newestEpoch());
    }
  }

  private void committed(PartitionEntry entry) {
    OffsetAndMetadata before = facts.groupBefore();
    OffsetAndMetadata after = facts.group();
    long ledger = entry.committed();
    if (facts.note() != null && before != null && ledger < before.offset()) {
      add(
          Problem.COMMITTED_BEHIND,
          "ledger=" + Positions.offset(ledger) + ", Kafka=" + offset(before));
    } else if (after == null && ledger != Progress.NO_OFFSET) {
      add(Problem.GROUP_MISSING, "ledger=" + ledger + ", Kafka=none");
    } else if (after != null && ledger > after.offset()) {
      add(Problem.COMMITTED_AHEAD, "ledger=" + ledger + ", Kafka=" + offset(after));
    }
  }

  /** Watermark and decisions, where both speak of the same offset. */
  private void besidePosition(PartitionEntry entry) {
    List<String> ledger = entry.decisions();
    if (!readable(entry)) {
      add(Problem.DECISIONS_UNREADABLE, "ledger=" + ledger);
      return;
    }
    OffsetNote note = facts.note();
    OffsetAndMetadata group = facts.group();
    if (note == null || group == null || group.offset() != entry.committed()) {
      return;
    }
    if (note.watermarkMs() != entry.watermarkMs()) {
      add(
          Problem.WATERMARK_DIFFERS,
          "offset="
              + group.offset()
              + ", ledger="
              + Positions.time(entry.watermarkMs())
              + ", Kafka="
              + Positions.time(note.watermarkMs()));
    }
    // A checkpoint takes the decisions before it off the ledger at once, off the note later.
    List<String> kafka = Positions.since(facts.besidePosition(note, group.offset()), entry);
    if (!Positions.since(ledger, entry).equals(kafka)) {
      add(
          Problem.DECISIONS_DIFFER,
          "offset=" + group.offset() + ", ledger=" + ledger + ", Kafka=" + kafka);
    }
  }

  private static boolean readable(PartitionEntry entry) {
    try {
      OffsetNote note = OffsetNote.fromLedger(entry.watermarkMs(), 0, entry.decisions());
      var unused = DecisionLog.parse(note.decisions());
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private void pointer(PartitionEntry entry) {
    List<SavedCheckpoint> whole = facts.whole();
    SavedCheckpoint newest = whole.isEmpty() ? null : whole.get(0);
    String pointer = entry.checkpoint();
    FoundManifest pointed = pointer == null ? null : facts.manifest(pointer);
    if (pointer != null && pointed == null) {
      add(Problem.CHECKPOINT_MISSING, "ledger=" + pointer + ", manifest=" + newestName());
    } else if (pointed != null && pointed.manifest() != null) {
      long offset = pointed.manifest().info().nextOffset();
      if (offset != entry.checkpointOffset()) {
        add(
            Problem.CHECKPOINT_OFFSET_DIFFERS,
            "checkpoint="
                + pointer
                + ", ledger="
                + Positions.offset(entry.checkpointOffset())
                + ", manifest="
                + offset);
      }
    }
    if (newest != null
        && newest.offset() > entry.checkpointOffset()
        && !newest.name().equals(pointer)) {
      add(
          Problem.CHECKPOINT_BEHIND,
          "ledger=" + (pointer == null ? "none" : pointer) + ", manifest=" + newest.name());
    }
  }

  /** What the pod would do, by the code that it does it with. */
  private void start() {
    StartCheck.Verdict verdict = StartCheck.of(facts);
    for (FoundManifest found : facts.manifests()) {
      CheckpointManifest manifest = found.manifest();
      if (manifest != null && verdict.isPassedBy(manifest.info().nextOffset())) {
        add(
            Problem.CHECKPOINT_AHEAD,
            "manifest="
                + manifest.id()
                + " at "
                + manifest.info().nextOffset()
                + ", committed="
                + verdict.committed());
      }
    }
    Problem problem = verdict.problem();
    if (problem != null) {
      add(problem, verdict.seen());
    }
  }

  private String newestName() {
    return facts.manifests().isEmpty() ? "none" : facts.manifests().get(0).id().toString();
  }

  private static String offset(@Nullable OffsetAndMetadata group) {
    return group == null ? "none" : Long.toString(group.offset());
  }

  private void add(Problem problem, String seen) {
    found.add(new Disagreement(facts.ref().toString(), problem, seen));
  }
}
