package dev.millrace.faults;

import dev.millrace.services.KafkaBroker;
import dev.millrace.services.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;

/**
 * Three brokers that are also the controllers (KRaft). Every topic has three replicas, of which two
 * must hold a record before it counts; so any one broker may fail, and no two.
 */
final class KafkaCluster implements AutoCloseable {
  static final int SIZE = 3;

  /** A start waits for others; the common pool may have one thread only. */
  private static final Executor STARTERS = task -> new Thread(task, "broker-start").start();

  private final List<KafkaBroker> brokers = new ArrayList<>();
  private final Admin admin;

  /** Starts all three at once: none answers before most of them are there. */
  KafkaCluster(Path folder) {
    int[] ports = IntStream.range(0, SIZE).map(i -> Ports.free()).toArray();
    String voters =
        IntStream.range(0, SIZE)
            .mapToObj(i -> (i + 1) + "@127.0.0.1:" + ports[i])
            .collect(Collectors.joining(","));
    for (int i = 0; i < SIZE; i++) {
      Map<String, String> properties = properties(i + 1, ports[i], voters);
      brokers.add(new KafkaBroker(folder.resolve("broker-" + (i + 1)), properties, Map.of()));
    }
    startAll(brokers);
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap()));
  }

  private static Map<String, String> properties(int id, int controllerPort, String voters) {
    return Map.ofEntries(
        Map.entry("node.id", Integer.toString(id)),
        Map.entry("controller.quorum.voters", voters),
        Map.entry(
            "listeners", "PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:" + controllerPort),
        Map.entry("default.replication.factor", "3"),
        Map.entry("min.insync.replicas", "2"),
        Map.entry("offsets.topic.replication.factor", "3"),
        Map.entry("transaction.state.log.replication.factor", "3"),
        Map.entry("transaction.state.log.min.isr", "2"),
        // On a loaded machine a replica may fall behind for longer than by default.
        Map.entry("replica.lag.time.max.ms", "60000"));
  }

  private static void startAll(Collection<KafkaBroker> brokers) {
    CompletableFuture.allOf(
            brokers.stream()
                .map(broker -> CompletableFuture.runAsync(broker::start, STARTERS))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  /** Where clients find them. */
  String bootstrap() {
    return brokers.stream().map(KafkaBroker::address).collect(Collectors.joining(","));
  }

  Admin admin() {
    return admin;
  }

  /** As {@code kill -9} of the broker of that id, from 1. */
  void kill(int id) {
    brokers.get(id - 1).killHard();
  }

  /** Starts those again that do not run, and waits until every replica is in step. */
  void restore() {
    startAll(brokers.stream().filter(broker -> !broker.isRunning()).toList());
    Until.holds("all replicas are in step", this::isWhole, () -> "\n" + descriptions());
  }

  private boolean isWhole() {
    return descriptions().stream()
        .flatMap(topic -> topic.partitions().stream())
        .allMatch(partition -> partition.isr().size() == SIZE);
  }

  /** All topics, Kafka's own too. */
  Collection<TopicDescription> descriptions() {
    ListTopicsOptions own = new ListTopicsOptions().listInternal(true);
    Set<String> names = get(admin.listTopics(own).names());
    return get(admin.describeTopics(names).allTopicNames()).values();
  }

  /** Who leads the first partition of a topic. */
  int leaderOf(String topic) {
    return descriptions().stream()
        .filter(t -> t.name().equals(topic))
        .findFirst()
        .orElseThrow()
        .partitions()
        .get(0)
        .leader()
        .id();
  }

  /** What Kafka answers, which it must. */
  static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new AssertionError("Expected Kafka to do it, but it did not", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for Kafka", e);
    }
  }

  @Override
  public void close() {
    admin.close();
    brokers.forEach(KafkaBroker::close);
  }
}
