package dev.millrace.runtime.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * What the ledger knows of a function as a whole.
 *
 * @param topic input topic
 * @param topicId Kafka's id of it: another id means that the topic was deleted and created again
 * @param partitions partitions of the input topic when the function began; from 1
 * @param rekeyPartitions partitions of the re-key topic; 0 if the function needs none
 * @param schema fingerprint of the accumulator's schema
 * @param version version of the function, as its author counts; may be empty
 * @param revision number of changes to the fields above; the first is 1
 * @param assignment who should have which partition, as published; {@link Assignment#NONE} if none
 */
public record FunctionEntry(
    String topic,
    String topicId,
    int partitions,
    int rekeyPartitions,
    String schema,
    String version,
    long revision,
    Assignment assignment) {

  /** A first entry, before it is in the ledger. */
  public static FunctionEntry first(
      String topic, String topicId, int partitions, int rekeyPartitions, String schema) {
    return new FunctionEntry(
        topic, topicId, partitions, rekeyPartitions, schema, "", 0, Assignment.NONE);
  }

  /** All partitions that someone has to serve, in order. */
  public List<PartitionRef> partitionRefs() {
    List<PartitionRef> refs = new ArrayList<>();
    if (rekeyPartitions > 0) {
      for (int n = 0; n < partitions; n++) {
        refs.add(PartitionRef.source(n));
      }
    }
    int windows = rekeyPartitions > 0 ? rekeyPartitions : partitions;
    for (int n = 0; n < windows; n++) {
      refs.add(PartitionRef.windows(n));
    }
    return refs;
  }

  /** The same with another schema and version, for {@link Ledger#replaceMeta}. */
  public FunctionEntry upgraded(String newSchema, String newVersion) {
    return new FunctionEntry(
        topic, topicId, partitions, rekeyPartitions, newSchema, newVersion, revision, assignment);
  }

  /** The same with another topic, for {@link Ledger#replaceMeta} when its loss was accepted. */
  public FunctionEntry retargeted(String newTopicId, int newPartitions) {
    return new FunctionEntry(
        topic, newTopicId, newPartitions, rekeyPartitions, schema, version, revision, assignment);
  }
}
