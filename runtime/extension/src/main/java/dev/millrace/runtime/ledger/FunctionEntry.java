package dev.millrace.runtime.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger knows of a function as a whole.
 *
 * @param sources partitions of its input topics; at least one
 * @param rekeyPartitions partitions of the re-key topic; 0 if the function needs none
 * @param schema fingerprint of the accumulator's schema
 * @param version version of the function, as its author counts; may be empty
 * @param idle what silence does to event time, or null if no pod has said so yet
 * @param revision number of changes to the fields above; the first is 1
 * @param assignment who should have which partition, as published; {@link Assignment#NONE} if none
 */
public record FunctionEntry(
    Sources sources,
    int rekeyPartitions,
    String schema,
    String version,
    @Nullable Idle idle,
    long revision,
    Assignment assignment) {

  /** A first entry, before it is in the ledger. */
  public static FunctionEntry first(Sources sources, int rekeyPartitions, String schema) {
    return new FunctionEntry(sources, rekeyPartitions, schema, "", null, 0, Assignment.NONE);
  }

  /** A first entry of a function with one topic. */
  public static FunctionEntry first(
      String topic, String topicId, int partitions, int rekeyPartitions, String schema) {
    Sources sources = Sources.of(List.of(new Sources.Topic(topic, topicId, partitions)));
    return first(sources, rekeyPartitions, schema);
  }

  /** The input topic, or the first of several. */
  public String topic() {
    return sources.all().get(0).topic();
  }

  /** Kafka's id of {@link #topic}: another one means that it was deleted and created again. */
  public String topicId() {
    return sources.all().get(0).topicId();
  }

  /** Partitions of all input topics together, from 1. */
  public int partitions() {
    return sources.count();
  }

  /** Number of partitions that keep windows. */
  public int windowPartitions() {
    return rekeyPartitions > 0 ? rekeyPartitions : sources.count();
  }

  /** All partitions that someone has to serve, in order. */
  public List<PartitionRef> partitionRefs() {
    List<PartitionRef> refs = new ArrayList<>();
    if (rekeyPartitions > 0) {
      sources.served().forEach(n -> refs.add(PartitionRef.source(n)));
    }
    for (int n = 0; n < windowPartitions(); n++) {
      refs.add(PartitionRef.windows(n));
    }
    return refs;
  }

  /** The same with another schema and version, for {@link Ledger#replaceMeta}. */
  public FunctionEntry upgraded(String newSchema, String newVersion) {
    return new FunctionEntry(
        sources, rekeyPartitions, newSchema, newVersion, idle, revision, assignment);
  }

  /** The same with other sources, for {@link Ledger#replaceMeta}. */
  public FunctionEntry retargeted(Sources newSources) {
    return new FunctionEntry(
        newSources, rekeyPartitions, schema, version, idle, revision, assignment);
  }

  /** The same with other words on silence, for {@link Ledger#replaceMeta}. */
  public FunctionEntry idling(Idle newIdle) {
    return new FunctionEntry(
        sources, rekeyPartitions, schema, version, newIdle, revision, assignment);
  }
}
