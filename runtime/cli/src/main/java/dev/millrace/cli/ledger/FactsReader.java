package dev.millrace.cli.ledger;

import dev.millrace.cli.ledger.PartitionFacts.FoundManifest;
import dev.millrace.cli.ledger.Topology.Topic;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerRepair;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.RawLedger;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.SourceNotes;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointManifest;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.checkpoint.CorruptCheckpointException;
import dev.millrace.state.checkpoint.StoredFile;
import dev.millrace.state.objectstore.ObjectStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Asks Redis, the object store and Kafka about a function. A pod may be at work meanwhile, and it
 * writes to Kafka first and to the ledger a moment later. So Kafka and the store are asked, then
 * the ledger once it had time to follow, then Kafka again: what the ledger lacks of the first
 * answer it has missed, and what it has beyond the second one nobody committed.
 */
final class FactsReader {
  /** Longer than a pod takes to tell a Redis that answers. */
  private static final Duration SETTLE = Duration.ofSeconds(2);

  private final String namespace;
  private final LedgerRepair ledger;
  private final KafkaFacts kafka;
  private final ObjectStore objects;

  FactsReader(String namespace, LedgerRepair ledger, KafkaFacts kafka, ObjectStore objects) {
    this.namespace = namespace;
    this.ledger = ledger;
    this.kafka = kafka;
    this.objects = objects;
  }

  /**
   * Asks all three.
   *
   * @param inputTopics the inputs if the ledger does not know them; empty to take them from the
   *     group's offsets, and without these the function's name
   */
  Facts read(String function, List<String> inputTopics) {
    String group = namespace + "." + function;
    RawLedger first = ledger.read(List.of());
    Map<TopicPartition, OffsetAndMetadata> before = kafka.offsets(group);
    FunctionEntry entry = Facts.readable(first);
    Topology topology = topology(function, inputTopics, entry, before);
    Set<PartitionRef> refs = new TreeSet<>(first.partitions().keySet());
    refs.addAll(topology.refs());
    if (entry != null) {
      refs.addAll(entry.partitionRefs());
    }
    Map<PartitionRef, List<FoundManifest>> manifests = manifests(function, refs);
    if (!first.live().isEmpty()) {
      LockSupport.parkNanos(SETTLE.toNanos());
    }
    RawLedger raw = ledger.read(refs);
    Map<TopicPartition, OffsetAndMetadata> after = kafka.offsets(group);
    List<TopicPartition> logs =
        raw.partitions().keySet().stream().map(topology::log).filter(topology::has).toList();
    Map<TopicPartition, LogRange> ranges = kafka.ranges(logs);
    List<PartitionFacts> partitions = new ArrayList<>();
    for (PartitionRef ref : raw.partitions().keySet()) {
      TopicPartition log = topology.log(ref);
      partitions.add(
          new PartitionFacts(
              ref,
              raw.of(ref),
              log,
              ranges.get(log),
              before.get(log),
              after.get(log),
              manifests.getOrDefault(ref, List.of())));
    }
    return new Facts(function, raw, topology, partitions);
  }

  private Topology topology(
      String function,
      List<String> said,
      @Nullable FunctionEntry entry,
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    Topic rekey = kafka.topic(namespace + "." + function + ".rekey");
    Collection<String> names = said.isEmpty() ? inputs(function, rekey, entry, offsets) : said;
    List<Topic> inputs = names.stream().map(kafka::topic).toList();
    List<Sources.Topic> present = inputs.stream().flatMap(Topic::asInput).toList();
    Sources sources =
        entry != null ? entry.sources() : SourceNotes.recover(offsets, rekey.name(), present);
    return new Topology(inputs, sources.and(present), rekey.id() == null ? null : rekey);
  }

  private static Collection<String> inputs(
      String function,
      Topic rekey,
      @Nullable FunctionEntry entry,
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    Set<String> names = new TreeSet<>();
    if (entry != null) {
      entry.sources().served().forEach(n -> names.add(entry.sources().all().get(n).topic()));
    } else {
      offsets.keySet().forEach(partition -> names.add(partition.topic()));
      names.remove(rekey.name());
    }
    return names.isEmpty() ? List.of(function) : names;
  }

  /** Only partitions with windows have checkpoints. */
  private Map<PartitionRef, List<FoundManifest>> manifests(
      String function, Set<PartitionRef> refs) {
    Map<PartitionRef, List<FoundManifest>> manifests = new HashMap<>();
    for (PartitionRef ref : refs) {
      if (ref.stage() == Stage.WINDOWS) {
        manifests.put(ref, manifests(function, ref));
      }
    }
    return manifests;
  }

  private List<FoundManifest> manifests(String function, PartitionRef ref) {
    CheckpointStore store =
        new CheckpointStore(objects, new CheckpointLocation(namespace, function, ref.number()));
    return store.list().stream().map(id -> found(store, id)).toList();
  }

  private static FoundManifest found(CheckpointStore store, CheckpointId id) {
    try {
      CheckpointManifest manifest = store.read(id);
      List<StoredFile> missing = store.missing(manifest);
      return new FoundManifest(
          id,
          manifest,
          missing.isEmpty()
              ? ""
              : "missing or of another size: " + missing.stream().map(StoredFile::name).toList());
    } catch (CorruptCheckpointException e) {
      return new FoundManifest(id, null, String.valueOf(e.getMessage()));
    }
  }
}
