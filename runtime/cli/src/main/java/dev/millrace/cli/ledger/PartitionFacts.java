package dev.millrace.cli.ledger;

import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.ledger.EntryFormat;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.RawLedger.RawEntry;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointManifest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a partition.
 *
 * @param raw what Redis has
 * @param log the partition of the topic that it reads
 * @param range offsets of that log, or null if Kafka has no such partition
 * @param groupBefore the group's offset, asked before the ledger was read; null for none
 * @param group the same, asked afterwards
 * @param manifests the newest first; none for stage one, which has no state
 */
record PartitionFacts(
    PartitionRef ref,
    RawEntry raw,
    TopicPartition log,
    @Nullable LogRange range,
    @Nullable OffsetAndMetadata groupBefore,
    @Nullable OffsetAndMetadata group,
    List<FoundManifest> manifests) {

  PartitionFacts {
    manifests = List.copyOf(manifests);
  }

  /**
   * A manifest in the store.
   *
   * @param manifest null if it cannot be read
   * @param problem why it cannot be restored; empty if its files are there
   */
  record FoundManifest(CheckpointId id, @Nullable CheckpointManifest manifest, String problem) {
    boolean isWhole() {
      return problem.isEmpty();
    }
  }

  /** The ledger's entry, or null if it cannot be read. */
  @Nullable PartitionEntry entry() {
    try {
      return EntryFormat.partition(ref, raw.fields(), raw.decisions());
    } catch (LedgerException e) {
      return null;
    }
  }

  /** Why the ledger's entry cannot be read; empty if it can. */
  String unreadable() {
    try {
      var unused = EntryFormat.partition(ref, raw.fields(), raw.decisions());
      return "";
    } catch (LedgerException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** A number in the ledger's hash; empty if it is absent or none. */
  Optional<Long> number(String field) {
    String text = raw.fields().get(field);
    try {
      return text == null ? Optional.empty() : Optional.of(Long.valueOf(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** What we wrote beside the group's offset, or null if there is none of ours. */
  @Nullable OffsetNote note() {
    try {
      return group == null ? null : OffsetNote.parse(group.metadata());
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** What the ledger keeps beside a position of that note; stage one keeps nothing there (R1). */
  List<String> besidePosition(OffsetNote note, long offset) {
    return ref.stage() == Stage.SOURCE ? List.of() : note.ledgerTexts(offset);
  }

  /** Epoch of the newest manifest, readable or not; 0 for none. */
  long newestEpoch() {
    return manifests.stream().mapToLong(m -> m.id().epoch()).max().orElse(0);
  }

  /** Checkpoints whose files are all there, the one of the highest offset first. */
  List<SavedCheckpoint> whole() {
    return manifests.stream()
        .filter(FoundManifest::isWhole)
        .flatMap(m -> Optional.ofNullable(m.manifest()).stream())
        .map(SavedCheckpoint::of)
        .sorted(
            Comparator.comparingLong(SavedCheckpoint::offset)
                .thenComparingLong(SavedCheckpoint::epoch)
                .reversed())
        .toList();
  }

  /** The manifest of that name, or null if it is not in the store. */
  @Nullable FoundManifest manifest(String name) {
    return manifests.stream().filter(m -> m.id().toString().equals(name)).findFirst().orElse(null);
  }
}
