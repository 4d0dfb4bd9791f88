package dev.millrace.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Events in order, a function that counts them, and each count exactly once. For one test. */
final class Counts implements AutoCloseable {
  /** Keys as users should not choose them, but may: none is a part of any name or script. */
  static final List<String> KEYS =
      List.of(
          "plain",
          "'] redis.call('FLUSHALL') --",
          "}:p:0 {",
          "../../../etc/passwd",
          "line\nHELP millrace_up\\n",
          "\"quoted\\",
          "%s ${quarkus.redis.hosts} $1",
          "\u0000\u0007",
          "ключ 🔑",
          "k".repeat(300));

  private static final long START_MS = 1_700_000_000_000L;
  private static final long STEP_MS = 50;
  private static final long WINDOW_MS = 1_000;
  private static final Pattern EVENTS = Pattern.compile("\"events\":(\\d+)");

  private final String name;
  private final KafkaProducer<String, String> producer;
  private final KafkaConsumer<String, String> consumer;
  private final Map<String, Long> expected = new TreeMap<>();
  private final List<String> seen = new ArrayList<>();
  private int sent;

  /**
   * Makes the topics.
   *
   * @param name of the function, and begin of the topics' names
   */
  Counts(String bootstrap, String name) {
    this.name = name;
    createTopics(bootstrap);
    // A broker that has not heard of a new topic may refuse the first batch and take the second,
    // after
    // which it never takes the first (KAFKA-15591): so one after the other.
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "max.in.flight.requests.per.connection", 1),
            new StringSerializer(),
            new StringSerializer());
    this.consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new StringDeserializer());
    TopicPartition panes = new TopicPartition(name + "-panes", 0);
    consumer.assign(List.of(panes));
    consumer.seekToBeginning(List.of(panes));
  }

  private void createTopics(String bootstrap) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      Optional<Short> replicas = Optional.empty();
      admin
          .createTopics(
              List.of(
                  new NewTopic(name + "-in", Optional.of(1), replicas),
                  new NewTopic(name + "-panes", Optional.of(1), replicas)))
          .all()
          .get();
    } catch (ExecutionException e) {
      throw new AssertionError("Expected to create topics, but could not: function=" + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while creating topics", e);
    }
  }

  /** Writes the function's document. */
  Path document(Path folder) {
    String text =
        """
        name: %s
        eventTime: {field: at, format: epoch-millis}
        window: {tumbling: {size: 1s}}
        watermarks: {outOfOrderness: 0s, idleTimeout: never}
        aggregates: {events: count}
        topics: {input: %s-in}
        """
            .formatted(name, name);
    try {
      return Files.writeString(folder.resolve(name + ".yaml"), text).toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends that many events. */
  void send(int count) {
    for (int i = 0; i < count; i++, sent++) {
      long at = START_MS + sent * STEP_MS;
      String key = KEYS.get(sent % KEYS.size());
      sendOne(key, at);
      expected.merge(key + " " + Math.floorDiv(at, WINDOW_MS) * WINDOW_MS, 1L, Long::sum);
    }
    producer.flush();
  }

  /** Sends one that closes all windows before it; its own stays open. */
  void end() {
    sendOne("end", START_MS + Duration.ofDays(1).toMillis());
    producer.flush();
  }

  private void sendOne(String key, long atMs) {
    var unused = producer.send(new ProducerRecord<>(name + "-in", key, "{\"at\":" + atMs + "}"));
  }

  /** What must be written in the end. */
  List<String> expected() {
    return expected.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList();
  }

  /** What is committed now. */
  List<String> seen() {
    for (ConsumerRecord<String, String> r : consumer.poll(Duration.ofMillis(200))) {
      Matcher events = EVENTS.matcher(r.value());
      String count = events.find() ? events.group(1) : r.value();
      String start = new String(r.headers().lastHeader("millrace-window-start").value(), UTF_8);
      seen.add(r.key() + " " + start + " " + count);
    }
    return seen;
  }

  /** Waits until all is written, and compares it. */
  void awaitAll(Pod pod) {
    Until.holds("all counts are written", () -> seen().size() >= expected().size(), pod::evidence);
    assertThat(seen()).containsExactlyInAnyOrderElementsOf(expected());
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
  }
}
