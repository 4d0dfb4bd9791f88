package dev.millrace.operator.observe;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.operator.observe.Trouble.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks one Kafka cluster for the topics of all its functions: four calls a round, however many they
 * are. {@link #look} is used by one thread at a time.
 */
final class KafkaWatch implements AutoCloseable {
  private static final int TIMEOUT_MS = 5_000;
  private static final Duration DESCRIBE_EVERY = Duration.ofSeconds(10);

  private final String servers;
  private final Admin admin;
  private final Map<String, TopicDescription> described = new HashMap<>();
  private final Map<String, Trouble> troubles = new HashMap<>();
  private long describedAtMs = Long.MIN_VALUE;

  /**
   * What a round saw.
   *
   * @param logs topics there are
   * @param troubles why others are not among them; under the empty name, why none is
   */
  record Round(Map<String, TopicLog> logs, Map<String, Trouble> troubles) {

    @Nullable Trouble troubleOf(String topic) {
      Trouble all = troubles.get("");
      return all == null ? troubles.get(topic) : all;
    }
  }

  /**
   * Makes a client; it connects when it is first asked.
   *
   * @throws org.apache.kafka.common.KafkaException if the properties cannot be used
   */
  KafkaWatch(Map<String, String> properties) {
    this.servers = properties.getOrDefault(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "");
    Map<String, Object> all = new HashMap<>(properties);
    all.putIfAbsent(AdminClientConfig.CLIENT_ID_CONFIG, "millrace-operator");
    all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    this.admin = Admin.create(all);
  }

  /** Asks for topics; internal ones that are not there are no trouble of the caller's. */
  Round look(Set<String> topics, long nowMs) {
    try {
      describe(topics, nowMs);
      return new Round(logs(topics), Map.copyOf(troubles));
    } catch (ExecutionException e) {
      return new Round(Map.of(), Map.of("", trouble(e.getCause())));
    } catch (TimeoutException e) {
      return new Round(Map.of(), Map.of("", trouble(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Round(Map.of(), Map.of("", trouble(e)));
    }
  }

  /**
   * Up to where readers may read now, by one call; partitions that do not answer are left out, as
   * {@link #look} says why. May be called while that is at work.
   */
  Map<TopicPartition, Long> lastStable(Set<TopicPartition> partitions) {
    ListOffsetsResult asked = ask(partitions, OffsetSpec.latest(), true);
    Map<TopicPartition, Long> found = new HashMap<>();
    for (TopicPartition partition : partitions) {
      try {
        found.put(partition, answer(asked, partition));
      } catch (ExecutionException | TimeoutException e) {
        // The next look says why.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return found;
      }
    }
    return found;
  }

  private void describe(Set<String> topics, long nowMs)
      throws ExecutionException, TimeoutException, InterruptedException {
    boolean due = nowMs - describedAtMs >= DESCRIBE_EVERY.toMillis() || describedAtMs > nowMs;
    List<String> wanted =
        topics.stream().filter(topic -> due || !described.containsKey(topic)).toList();
    troubles.keySet().retainAll(topics);
    if (due) {
      described.clear();
      describedAtMs = nowMs;
    }
    Map<String, KafkaFuture<TopicDescription>> asked =
        admin.describeTopics(wanted).topicNameValues();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> entry : asked.entrySet()) {
      String topic = entry.getKey();
      try {
        described.put(topic, entry.getValue().get(TIMEOUT_MS, TimeUnit.MILLISECONDS));
        troubles.remove(topic);
      } catch (ExecutionException e) {
        if (!isOfTheTopic(e.getCause())) {
          throw e;
        }
        troubles.put(topic, topicTrouble(topic, e.getCause()));
      }
    }
  }

  private Map<String, TopicLog> logs(Set<String> topics)
      throws ExecutionException, TimeoutException, InterruptedException {
    List<TopicPartition> all = new ArrayList<>();
    described.keySet().retainAll(topics);
    described
        .values()
        .forEach(
            t -> t.partitions().forEach(p -> all.add(new TopicPartition(t.name(), p.partition()))));
    Map<TopicPartition, Long> starts = offsets(all, OffsetSpec.earliest(), false);
    Map<TopicPartition, Long> ends = offsets(all, OffsetSpec.latest(), false);
    Map<TopicPartition, Long> stable = offsets(all, OffsetSpec.latest(), true);
    Map<String, TopicLog> logs = new HashMap<>();
    for (TopicDescription topic : described.values()) {
      Map<Integer, LogBounds> bounds = new TreeMap<>();
      for (TopicPartition tp : of(topic)) {
        Long start = starts.get(tp);
        Long end = ends.get(tp);
        Long last = stable.get(tp);
        if (start != null && end != null && last != null) {
          // Asked for one after the other: each bound may have moved meanwhile.
          long whole = Math.max(end, last);
          bounds.put(tp.partition(), new LogBounds(Math.min(start, last), whole, last));
        }
      }
      logs.put(
          topic.name(),
          new TopicLog(topic.topicId().toString(), topic.partitions().size(), bounds));
    }
    return logs;
  }

  private static List<TopicPartition> of(TopicDescription topic) {
    return topic.partitions().stream()
        .map(p -> new TopicPartition(topic.name(), p.partition()))
        .toList();
  }

  private Map<TopicPartition, Long> offsets(
      Collection<TopicPartition> partitions, OffsetSpec spec, boolean readCommitted)
      throws ExecutionException, TimeoutException, InterruptedException {
    ListOffsetsResult asked = ask(partitions, spec, readCommitted);
    Map<TopicPartition, Long> found = new HashMap<>();
    for (TopicPartition partition : partitions) {
      try {
        found.put(partition, answer(asked, partition));
      } catch (ExecutionException e) {
        if (!isOfTheTopic(e.getCause())) {
          throw e;
        }
        described.remove(partition.topic());
      }
    }
    return found;
  }

  private ListOffsetsResult ask(
      Collection<TopicPartition> partitions, OffsetSpec spec, boolean readCommitted) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, spec));
    return admin.listOffsets(
        wanted,
        new ListOffsetsOptions(
            readCommitted ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED));
  }

  private static long answer(ListOffsetsResult asked, TopicPartition partition)
      throws ExecutionException, TimeoutException, InterruptedException {
    return asked.partitionResult(partition).get(TIMEOUT_MS, TimeUnit.MILLISECONDS).offset();
  }

  private static boolean isOfTheTopic(@Nullable Throwable error) {
    return error instanceof UnknownTopicOrPartitionException
        || error instanceof org.apache.kafka.common.errors.TopicAuthorizationException
        || error instanceof org.apache.kafka.common.errors.InvalidTopicException;
  }

  private Trouble topicTrouble(String topic, @Nullable Throwable error) {
    if (error instanceof UnknownTopicOrPartitionException) {
      return new Trouble(
          Reason.TopicMissing,
          "Expected the input topic to exist, but it does not: topic="
              + topic
              + ", servers="
              + servers
              + ". Create it; the function starts by itself then.");
    }
    return new Trouble(
        Reason.KafkaRefused,
        "Expected to be allowed to describe the topic, but Kafka refuses: topic="
            + topic
            + ", error="
            + error
            + ". Grant DESCRIBE and READ on it to the user of spec.credentials.");
  }

  private Trouble trouble(@Nullable Throwable error) {
    if (error instanceof AuthenticationException || error instanceof AuthorizationException) {
      return new Trouble(
          Reason.KafkaRefused,
          "Expected Kafka to accept the client, but it refuses: servers="
              + servers
              + ", error="
              + error
              + ". Check spec.source.properties and spec.credentials.");
    }
    return new Trouble(
        Reason.KafkaUnreachable,
        "Expected an answer from Kafka, but got none: servers="
            + servers
            + ", error="
            + error
            + ". Check spec.source.bootstrapServers, and that the operator may reach them.");
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
