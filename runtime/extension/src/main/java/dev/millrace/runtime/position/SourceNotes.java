package dev.millrace.runtime.position;

import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Source;
import dev.millrace.runtime.ledger.Sources.Standing;
import dev.millrace.runtime.ledger.Sources.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The numbers of a union's sources by what stands beside their positions in Kafka, for a ledger
 * that has lost them (rules L3, R5): what was said in-band names them by these numbers. Pure.
 */
public final class SourceNotes {
  /** Stands for a number whose partition is not known any more; never a topic's name. */
  private static final String NOBODY = "?";

  private SourceNotes() {}

  /**
   * The sources there were.
   *
   * @param offsets all positions of the group
   * @param rekeyTopic whose positions are not of sources
   * @param topics input topics as they are now
   * @return none if the function never had several topics: then number and partition are the same
   */
  public static Sources recover(
      Map<TopicPartition, OffsetAndMetadata> offsets, String rekeyTopic, List<Topic> topics) {
    TreeMap<Integer, TopicPartition> numbers = new TreeMap<>();
    offsets.forEach(
        (partition, offset) -> {
          OffsetNote note = offset == null ? null : OffsetNote.parse(offset.metadata());
          if (note != null && !partition.topic().equals(rekeyTopic)) {
            numbers.put(note.sourceOr(partition.partition()), partition);
          }
        });
    if (numbers.values().stream().map(TopicPartition::topic).distinct().count() < 2) {
      return new Sources(List.of());
    }
    return listed(numbers, topics);
  }

  private static Sources listed(SortedMap<Integer, TopicPartition> numbers, List<Topic> topics) {
    Map<String, String> ids = new HashMap<>();
    topics.forEach(t -> ids.put(t.name(), t.id()));
    // A source without a position was never read: nothing has named its number yet.
    Deque<TopicPartition> unread = unread(numbers, topics);
    List<Source> sources = new ArrayList<>();
    for (int n = 0; n <= numbers.lastKey(); n++) {
      TopicPartition at = numbers.containsKey(n) ? numbers.get(n) : unread.poll();
      sources.add(
          at == null
              ? new Source(NOBODY, "", n, Standing.LEFT)
              : new Source(
                  at.topic(), ids.getOrDefault(at.topic(), ""), at.partition(), Standing.READ));
    }
    return new Sources(sources);
  }

  private static Deque<TopicPartition> unread(
      SortedMap<Integer, TopicPartition> numbers, List<Topic> topics) {
    Deque<TopicPartition> unread = new ArrayDeque<>();
    for (Topic topic : topics) {
      for (int p = 0; p < topic.partitions(); p++) {
        TopicPartition partition = new TopicPartition(topic.name(), p);
        if (!numbers.containsValue(partition)) {
          unread.add(partition);
        }
      }
    }
    return unread;
  }
}
