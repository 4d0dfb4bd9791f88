package dev.millrace.runtime.partition;

import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Idle;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Source;
import dev.millrace.runtime.ledger.Sources.Standing;
import dev.millrace.runtime.ledger.Sources.Topic;
import dev.millrace.runtime.position.SourceNotes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The topics that a function reads, as they are configured now (R5). Of a union all but the first
 * may be removed and added again, in any order.
 */
final class SimInputs {
  private static final String SCHEMA = "schema";

  private final SimWorld world;
  private final List<Topic> all;
  private final Set<String> removed = new TreeSet<>();
  private List<Topic> configured;
  private int version;

  /**
   * The topics there are.
   *
   * @param partitions of the first
   * @param isUnion whether there are others
   */
  SimInputs(SimWorld world, int partitions, boolean isUnion) {
    this.world = world;
    List<Topic> topics = new ArrayList<>(List.of(new Topic("input", "id", partitions)));
    if (isUnion) {
      topics.add(new Topic("other", "other-id", world.random.nextInt(1, 3)));
      topics.add(new Topic("further", "further-id", 1));
    }
    this.all = List.copyOf(topics);
    this.configured = all.subList(0, isUnion ? world.random.nextInt(1, all.size() + 1) : 1);
  }

  boolean isUnion() {
    return all.size() > 1;
  }

  /** Grows with each change. */
  int version() {
    return version;
  }

  /** Names as they are configured. */
  List<String> names() {
    return configured.stream().map(Topic::name).toList();
  }

  /** All partitions there are, read or not. */
  List<TopicPartition> partitions() {
    List<TopicPartition> partitions = new ArrayList<>();
    for (Topic topic : all) {
      for (int p = 0; p < topic.partitions(); p++) {
        partitions.add(new TopicPartition(topic.name(), p));
      }
    }
    return partitions;
  }

  boolean isConfigured(String topic) {
    return names().contains(topic);
  }

  /** Whether a topic was removed at any time. */
  boolean wasRemoved(String topic) {
    return removed.contains(topic);
  }

  /** Pods that start from now on read other topics. */
  void change() {
    List<Topic> next = new ArrayList<>(all);
    next.removeIf(topic -> !topic.equals(all.get(0)) && world.random.nextBoolean());
    Collections.shuffle(next, new Random(world.random.nextLong()));
    for (Topic topic : all) {
      if (!next.contains(topic)) {
        removed.add(topic.name());
      }
    }
    configured = List.copyOf(next);
    version++;
    world.note("the function is to read %s", names());
  }

  /** Redis may have forgotten a change: it holds again when a pod has started (R5). */
  void forgotten() {
    if (isUnion()) {
      version++;
    }
  }

  /** What a pod that starts finds or writes in the ledger. */
  FunctionEntry entry(Ledger ledger, SimBroker broker, SimCluster cluster, String rekeyTopic) {
    int rekeyPartitions = cluster.plan().rekeyPartitions();
    if (!isUnion()) {
      return FunctionEntry.first(Sources.of(configured), rekeyPartitions, SCHEMA);
    }
    FunctionEntry before = ledger.meta();
    Sources ledgers = before == null ? Sources.NONE : before.sources();
    Sources known = SourceNotes.recover(broker.groups(), rekeyTopic, configured, ledgers);
    TopicSetup.Found found =
        new TopicSetup.Found(configured, new TopicWatch.Log("rekey-id", rekeyPartitions), Map.of());
    Idle idle = new Idle(true, cluster.spec().time().idleTimeoutMs());
    return new EntryCheck(ledger, cluster.settings(), known).entry(found, SCHEMA, idle);
  }

  /** Whether all that is configured is read, and all else has left. */
  boolean areFollowed(@Nullable FunctionEntry entry) {
    if (!isUnion()) {
      return true;
    }
    List<Source> sources = entry == null ? List.of() : entry.sources().all();
    boolean isComplete =
        configured.stream()
            .allMatch(
                t ->
                    sources.stream().filter(s -> s.topic().equals(t.name())).count()
                        == t.partitions());
    return isComplete
        && sources.stream()
            .allMatch(
                s ->
                    (s.standing() == Standing.READ) == isConfigured(s.topic())
                        && s.standing() != Standing.LEAVING);
  }
}
