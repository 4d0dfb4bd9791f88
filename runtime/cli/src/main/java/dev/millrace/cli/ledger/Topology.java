package dev.millrace.cli.ledger;

import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a function as Kafka knows them now.
 *
 * @param rekey the re-key topic, or null if there is none
 */
record Topology(Topic input, @Nullable Topic rekey) {

  /**
   * A topic.
   *
   * @param id null if there is no such topic
   */
  record Topic(String name, @Nullable String id, int partitions) {
    boolean has(TopicPartition log) {
      return log.topic().equals(name) && log.partition() < partitions;
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

  /** What the function's first entry would be. */
  FunctionEntry entry(String schema) {
    String id = input.id() == null ? "" : input.id();
    return FunctionEntry.first(input.name(), id, input.partitions(), rekeyPartitions(), schema);
  }

  /** Partitions that these topics give rise to, in order. */
  List<PartitionRef> refs() {
    return entry("").partitionRefs();
  }

  /** The log that a partition reads, whether it is there or not. */
  TopicPartition log(PartitionRef ref) {
    return rekey != null && ref.stage() == Stage.WINDOWS
        ? new TopicPartition(rekey.name(), ref.number())
        : new TopicPartition(input.name(), ref.number());
  }

  /** Whether Kafka has that log. */
  boolean has(TopicPartition log) {
    return input.has(log) || (rekey != null && rekey.has(log));
  }
}
