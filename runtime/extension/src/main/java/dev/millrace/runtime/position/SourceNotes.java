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
  /**
   * Stands for a number whose partition is not known any more; never a topic's name. It was never
   * read, but may be waited for, so that it has to leave.
   */
  private static final String NOBODY = "?";

  private SourceNotes() {}

  /** The source that a position is of, and whether it has left. */
  private record Position(TopicPartition of, boolean left) {}

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
    TreeMap<Integer, Position> numbers = new TreeMap<>();
    int expected = 0;
    for (var position : offsets.entrySet()) {
      OffsetAndMetadata offset = position.getValue();
      OffsetNote note = offset == null ? null : OffsetNote.parse(offset.metadata());
      TopicPartition partition = position.getKey();
      if (note != null && partition.topic().equals(rekeyTopic)) {
        expected = Math.max(expected, note.base().expectedSources());
      } else if (note != null) {
        numbers.put(note.sourceOr(partition.partition()), new Position(partition, note.left()));
      }
    }
    int count = Math.max(expected, numbers.isEmpty() ? 0 : numbers.lastKey() + 1);
    return isUnion(numbers, count, topics, ledger)
        ? listed(numbers, Math.max(count, ledger.count()), topics, ledger)
        : ledger;
  }

  /** Of one topic, number and partition are the same, and there are no more of either. */
  private static boolean isUnion(
      SortedMap<Integer, Position> numbers, int count, List<Topic> topics, Sources ledger) {
    Set<String> names = new HashSet<>(ledger.topics());
    numbers.values().forEach(position -> names.add(position.of().topic()));
    topics.forEach(topic -> names.add(topic.name()));
    int partitions = topics.stream().mapToInt(Topic::partitions).sum();
    return names.size() < 2 ? partitions > 0 && count > partitions : count > 0;
  }

  private static Sources listed(
      SortedMap<Integer, Position> numbers, int count, List<Topic> topics, Sources ledger) {
    Map<String, String> ids = new HashMap<>();
    topics.forEach(t -> ids.put(t.name(), t.id()));
    Deque<Source> unread = unread(numbers, topics, ledger);
    List<Source> sources = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      Position at = numbers.get(n);
      Source source = at == null ? unread(n, unread, ledger) : known(at, ids, ledger);
      sources.add(source == null ? new Source(NOBODY, "", n, Standing.LEAVING) : source);
    }
    return new Sources(sources);
  }

  /** It may be waited for unless Kafka says that it has left. */
  private static Source known(Position at, Map<String, String> ids, Sources ledger) {
    TopicPartition of = at.of();
    int number = ledger.numberOf(of.topic(), of.partition());
    if (number >= 0) {
      Source source = ledger.all().get(number);
      boolean isWrong = source.standing() == Standing.LEFT && !at.left();
      return isWrong ? source.with(Standing.LEAVING) : source;
    }
    String id = ids.getOrDefault(of.topic(), "");
    return new Source(of.topic(), id, of.partition(), at.left() ? Standing.LEFT : Standing.READ);
  }

  /** One that was never read has whatever number is free: nothing has named it yet. */
  private static @Nullable Source unread(int number, Deque<Source> unread, Sources ledger) {
    Source own = number < ledger.count() ? ledger.all().get(number) : null;
    return own != null && unread.remove(own) ? own : unread.poll();
  }

  /** Sources without a position, those first that the ledger knows. */
  private static Deque<Source> unread(
      SortedMap<Integer, Position> numbers, List<Topic> topics, Sources ledger) {
    Set<TopicPartition> read = new HashSet<>();
    numbers.values().forEach(position -> read.add(position.of()));
    Deque<Source> unread = new ArrayDeque<>();
    for (Source source : ledger.and(topics).all()) {
      if (!read.contains(new TopicPartition(source.topic(), source.partition()))) {
        unread.add(source);
      }
    }
    return unread;
  }
}
