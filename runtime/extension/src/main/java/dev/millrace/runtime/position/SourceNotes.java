package dev.millrace.runtime.position;

import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Source;
import dev.millrace.runtime.ledger.Sources.Standing;
import dev.millrace.runtime.ledger.Sources.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a union's sources by what stands beside their positions in Kafka, for a ledger
 * that has lost them, or went back to fewer (rules L3, R5): what was said in-band names them by
 * these numbers. Pure.
 */
public final class SourceNotes {
  /** Stands for a number whose partition is not known any more; never a topic's name. */
  private static final String NOBODY = "?";

  private SourceNotes() {}

  /**
   * The sources there were, by Kafka alone.
   *
   * @param offsets all positions of the group
   * @param rekeyTopic whose positions are not of sources
   * @param topics input topics as they are now
   * @return none if there never was but one topic: then number and partition are the same
   */
  public static Sources recover(
      Map<TopicPartition, OffsetAndMetadata> offsets, String rekeyTopic, List<Topic> topics) {
    return recover(offsets, rekeyTopic, topics, Sources.NONE);
  }

  /**
   * The sources there were.
   *
   * @param ledger what it says of them; where Kafka says otherwise, it has lost something
   * @return the ledger's if there never was but one topic
   */
  public static Sources recover(
      Map<TopicPartition, OffsetAndMetadata> offsets,
      String rekeyTopic,
      List<Topic> topics,
      Sources ledger) {
    TreeMap<Integer, TopicPartition> numbers = new TreeMap<>();
    offsets.forEach(
        (partition, offset) -> {
          OffsetNote note = offset == null ? null : OffsetNote.parse(offset.metadata());
          if (note != null && !partition.topic().equals(rekeyTopic)) {
            numbers.put(note.sourceOr(partition.partition()), partition);
          }
        });
    Set<String> names = new HashSet<>(ledger.topics());
    numbers.values().forEach(partition -> names.add(partition.topic()));
    topics.forEach(topic -> names.add(topic.name()));
    return numbers.isEmpty() || names.size() < 2 ? ledger : listed(numbers, topics, ledger);
  }

  private static Sources listed(
      SortedMap<Integer, TopicPartition> numbers, List<Topic> topics, Sources ledger) {
    Map<String, String> ids = new HashMap<>();
    topics.forEach(t -> ids.put(t.name(), t.id()));
    Deque<Source> unread = unread(numbers, topics, ledger);
    List<Source> sources = new ArrayList<>();
    for (int n = 0; n <= Math.max(numbers.lastKey(), ledger.count() - 1); n++) {
      TopicPartition at = numbers.get(n);
      Source source = at == null ? unread(n, unread, ledger) : known(at, ids, ledger);
      sources.add(source == null ? new Source(NOBODY, "", n, Standing.LEFT) : source);
    }
    return new Sources(sources);
  }

  private static Source known(TopicPartition at, Map<String, String> ids, Sources ledger) {
    int number = ledger.numberOf(at.topic(), at.partition());
    return number >= 0
        ? ledger.all().get(number)
        : new Source(at.topic(), ids.getOrDefault(at.topic(), ""), at.partition(), Standing.READ);
  }

  /** One that was never read has whatever number is free: nothing has named it yet. */
  private static @Nullable Source unread(int number, Deque<Source> unread, Sources ledger) {
    Source own = number < ledger.count() ? ledger.all().get(number) : null;
    return own != null && unread.remove(own) ? own : unread.poll();
  }

  /** Sources without a position, those first that the ledger knows. */
  private static Deque<Source> unread(
      SortedMap<Integer, TopicPartition> numbers, List<Topic> topics, Sources ledger) {
    Deque<Source> unread = new ArrayDeque<>();
    for (Source source : ledger.and(topics).all()) {
      if (!numbers.containsValue(new TopicPartition(source.topic(), source.partition()))) {
        unread.add(source);
      }
    }
    return unread;
  }
}
