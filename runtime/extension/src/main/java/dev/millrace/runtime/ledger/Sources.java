package dev.millrace.runtime.ledger;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a function's input topics, each a source with a number: its place in the list
 * (rule R5). What is said in-band of a source names the number, so it never changes and is never
 * given to another; a source that comes later gets the next one. Of a function with one topic the
 * number is the partition.
 *
 * <p>As text, neighbours of a topic in one:
 *
 * <pre>
 * flights@&lt;topic id&gt;:0-3 bookings@&lt;topic id&gt;:0-1/left flights@&lt;topic id&gt;:4-5
 * </pre>
 */
public record Sources(List<Source> all) {
  private static final Pattern RUN =
      Pattern.compile("([^@ ]+)@([^: ]*):(\\d+)-(\\d+)(?:/(leaving|left))?");

  /** A partition of an input topic. */
  public record Source(String topic, String topicId, int partition, Standing standing) {

    /** The same with another standing. */
    public Source with(Standing other) {
      return new Source(topic, topicId, partition, other);
    }

    private boolean isOf(String otherTopic, int otherPartition) {
      return partition == otherPartition && topic.equals(otherTopic);
    }
  }

  /**
   * Whether a source is read.
   *
   * <pre>
   * READ → LEAVING → LEFT     the topic was removed; all that wait for it have been told
   *   ↖───────┴───────┘       the topic came back
   * </pre>
   */
  public enum Standing {
    READ,
    LEAVING,
    LEFT
  }

  /**
   * An input topic as it is now.
   *
   * @param id Kafka's id of it: another id means that it was deleted and created again
   * @param partitions from 1
   */
  public record Topic(String name, String id, int partitions) {}

  /** None yet. */
  public static final Sources NONE = new Sources(List.of());

  public Sources {
    all = List.copyOf(all);
  }

  /** The sources of a function that begins, in the order of its topics. */
  public static Sources of(List<Topic> topics) {
    return NONE.and(topics);
  }

  /** The same with the partitions of these topics that are not among them, last. */
  public Sources and(List<Topic> topics) {
    List<Source> sources = new ArrayList<>(all);
    for (Topic topic : topics) {
      for (int p = 0; p < topic.partitions(); p++) {
        if (numberOf(topic.name(), p) < 0) {
          sources.add(new Source(topic.name(), topic.id(), p, Standing.READ));
        }
      }
    }
    return new Sources(sources);
  }

  /**
   * The same when the function reads these topics: new partitions come last, those of topics that
   * are not among them leave, those that had left come back.
   */
  public Sources follow(List<Topic> topics) {
    List<Source> sources = new ArrayList<>(and(topics).all());
    Set<String> names = new LinkedHashSet<>();
    topics.forEach(topic -> names.add(topic.name()));
    sources.replaceAll(
        s -> {
          boolean isRead = s.standing() == Standing.READ;
          if (names.contains(s.topic())) {
            return isRead ? s : s.with(Standing.READ);
          }
          return isRead ? s.with(Standing.LEAVING) : s;
        });
    return new Sources(sources);
  }

  /** The same when all that wait for a source have been told that it is none any more. */
  public Sources leave(int number) {
    List<Source> sources = new ArrayList<>(all);
    sources.set(number, sources.get(number).with(Standing.LEFT));
    return new Sources(sources);
  }

  /**
   * The same if it is not sure what has left: it has to leave again, which changes nothing more.
   */
  public Sources leaveAgain() {
    List<Source> sources = new ArrayList<>(all);
    sources.replaceAll(s -> s.standing() == Standing.LEFT ? s.with(Standing.LEAVING) : s);
    return new Sources(sources);
  }

  /** The same, but what has not left after all has to leave again. */
  public Sources leaveAgain(Sources known) {
    List<Source> sources = new ArrayList<>(all);
    for (int n = 0; n < Math.min(count(), known.count()); n++) {
      Standing standing = known.all().get(n).standing();
      if (all.get(n).standing() == Standing.LEFT && standing == Standing.LEAVING) {
        sources.set(n, all.get(n).with(Standing.LEAVING));
      }
    }
    return new Sources(sources);
  }

  /** How many there are, those that have left included. */
  public int count() {
    return all.size();
  }

  /** Number of a source, or -1. */
  public int numberOf(String topic, int partition) {
    for (int n = 0; n < all.size(); n++) {
      if (all.get(n).isOf(topic, partition)) {
        return n;
      }
    }
    return -1;
  }

  /** Numbers of the sources that someone has to serve. */
  public List<Integer> served() {
    return IntStream.range(0, all.size())
        .filter(n -> all.get(n).standing() != Standing.LEFT)
        .boxed()
        .toList();
  }

  /** Names of all topics there ever were, in the order in which they came. */
  public Set<String> topics() {
    Set<String> names = new LinkedHashSet<>();
    all.forEach(s -> names.add(s.topic()));
    return names;
  }

  /** Kafka's id of a topic when it came, or null if it never did. */
  public @Nullable String idOf(String topic) {
    return all.stream()
        .filter(s -> s.topic().equals(topic))
        .map(Source::topicId)
        .findFirst()
        .orElse(null);
  }

  /** The text in the ledger. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (int first = 0, next; first < all.size(); first = next) {
      next = first + 1;
      while (next < all.size() && follows(all.get(next - 1), all.get(next))) {
        next++;
      }
      Source s = all.get(first);
      text.append(first == 0 ? "" : " ").append(s.topic()).append('@').append(s.topicId());
      text.append(':').append(s.partition()).append('-').append(all.get(next - 1).partition());
      text.append(
          switch (s.standing()) {
            case READ -> "";
            case LEAVING -> "/leaving";
            case LEFT -> "/left";
          });
    }
    return text.toString();
  }

  private static boolean follows(Source before, Source after) {
    return before.topic().equals(after.topic())
        && before.topicId().equals(after.topicId())
        && before.partition() + 1 == after.partition()
        && before.standing() == after.standing();
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is no such text
   */
  public static Sources parse(String text) {
    List<Source> sources = new ArrayList<>();
    for (String run : text.split(" ", -1)) {
      Matcher m = RUN.matcher(run);
      if (!m.matches()) {
        throw new IllegalArgumentException(
            "Expected sources as <topic>@<id>:<first>-<last>, but got other text: text=" + run);
      }
      Standing standing =
          m.group(5) == null
              ? Standing.READ
              : m.group(5).equals("left") ? Standing.LEFT : Standing.LEAVING;
      for (int p = Integer.parseInt(m.group(3)); p <= Integer.parseInt(m.group(4)); p++) {
        sources.add(new Source(m.group(1), m.group(2), p, standing));
      }
    }
    return new Sources(sources);
  }
}
