package dev.millrace.runtime.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/** Clicks with disorder below the bound of the test functions, and the panes they must give. */
final class ClickFeed {
  static final int USERS = 10;
  static final long START_MS = 1_700_000_000_000L;

  private final TestTopics topics;
  private final List<TopicPartition> partitions;
  private final SplittableRandom random;
  private final SortedMap<String, Long> sums;
  private int sent;

  private ClickFeed(
      TestTopics topics,
      List<TopicPartition> partitions,
      SplittableRandom random,
      SortedMap<String, Long> sums,
      int sent) {
    this.topics = topics;
    this.partitions = partitions;
    this.random = random;
    this.sums = sums;
    this.sent = sent;
  }

  static ClickFeed of(TestTopics topics, String topic, int partitions) {
    return new ClickFeed(
        topics, partitions(topic, partitions), new SplittableRandom(42), new TreeMap<>(), 0);
  }

  private static List<TopicPartition> partitions(String topic, int partitions) {
    return IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
  }

  /** The same feed, from now on into this topic, too. */
  ClickFeed and(String topic, int count) {
    List<TopicPartition> all = new ArrayList<>(partitions);
    all.addAll(partitions(topic, count));
    return new ClickFeed(topics, all, random, sums, sent);
  }

  /** The same feed, from now on without this topic. */
  ClickFeed without(String topic) {
    List<TopicPartition> rest = partitions.stream().filter(p -> !p.topic().equals(topic)).toList();
    return new ClickFeed(topics, rest, random, sums, sent);
  }

  /** Clicks with the user as key, each user in a partition of its own. */
  void send(int count) {
    for (int i = 0; i < count; i++) {
      String user = "user-" + random.nextInt(USERS);
      int at = Math.floorMod(user.hashCode(), partitions.size());
      click(partitions.get(at), user, user);
    }
    topics.flush();
  }

  /** Clicks in any partition. */
  void scatter(int count, boolean keyed) {
    for (int i = 0; i < count; i++) {
      String user = "user-" + random.nextInt(USERS);
      int at = random.nextInt(partitions.size());
      click(partitions.get(at), keyed ? user : "any-" + i, user);
    }
    topics.flush();
  }

  private void click(TopicPartition to, String key, String user) {
    long at = START_MS + sent * 5L - random.nextInt(400);
    topics.send(to.topic(), to.partition(), key, click(at, user, sent));
    long window = Math.floorDiv(at, 1_000L) * 1_000;
    sums.merge(
        user + " [" + window + "," + (window + 1_000) + ") on-time 0 true ",
        (long) sent,
        Long::sum);
    sent++;
  }

  /** A click in each partition that closes all windows. */
  void end() {
    for (TopicPartition p : partitions) {
      topics.send(p.topic(), p.partition(), "end", click(START_MS + 100_000_000, "end", 0));
    }
    topics.flush();
  }

  List<String> expected() {
    List<String> panes = new ArrayList<>();
    sums.forEach((pane, sum) -> panes.add(pane + sum));
    return panes;
  }

  static String click(long at, String user, long amount) {
    return "{\"at\":" + at + ",\"user\":\"" + user + "\",\"amount\":" + amount + "}";
  }
}
