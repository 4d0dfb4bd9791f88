package dev.millrace.cli.ledger;

import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Source;
import dev.millrace.runtime.ledger.Stage;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a function as Kafka knows them now.
 *
 * @param inputs at least one
 * @param sources the numbers of their partitions (rule R5), by the ledger or by Kafka's offsets
 * @param rekey the re-key topic, or null if there is none
 */
record Topology(List<Topic> inputs, Sources sources, @Nullable Topic rekey) {
  Topology {
    inputs = List.copyOf(inputs);
  }

  /**
   * A topic.
   *
   * @param id null if there is no such topic
   */
  record Topic(String name, @Nullable String id, int partitions) {
    boolean has(TopicPartition log) {
      return log.topic().equals(name) && log.partition() < partitions;
    }

    /** As an input of a function; none if it is not there. */
    Stream<Sources.Topic> asInput() {
      return id == null ? Stream.empty() : Stream.of(new Sources.Topic(name, id, partitions));
    }
  }

  /** Partitions of the re-key topic; 0 without one. */
  int rekeyPartitions() {
    return rekey == null ? 0 : rekey.partitions();
  }

  /** Name of the re-key topic, or null if there is none. */
  @Nullable String rekeyName() {
    return rekey == null ? null : rekey.name();
  }

  /** Whether all inputs are there. */
  boolean isComplete() {
    return inputs.stream().allMatch(topic -> topic.id() != null);
  }

  /** What the function's first entry would be. */
  FunctionEntry entry(String schema) {
    return FunctionEntry.first(sources, rekeyPartitions(), schema);
  }

  /** Partitions that these topics give rise to, in order. */
  List<PartitionRef> refs() {
    return entry("").partitionRefs();
  }

  /** The log that a partition reads, whether it is there or not. */
  TopicPartition log(PartitionRef ref) {
    if (rekey != null && ref.stage() == Stage.WINDOWS) {
      return new TopicPartition(rekey.name(), ref.number());
    }
    if (ref.number() >= sources.count()) {
      return new TopicPartition(inputs.get(0).name(), ref.number());
    }
    Source source = sources.all().get(ref.number());
    return new TopicPartition(source.topic(), source.partition());
  }

  /** Whether Kafka has that log. */
  boolean has(TopicPartition log) {
    return inputs.stream().anyMatch(topic -> topic.has(log)) || (rekey != null && rekey.has(log));
  }
}
