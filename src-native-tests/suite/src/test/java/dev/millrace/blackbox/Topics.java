package dev.millrace.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** The topics of a test, as their writers and readers see them. */
final class Topics implements AutoCloseable {
  private final String bootstrap;
  private final Map<String, KafkaConsumer<String, byte @Nullable []>> readers = new HashMap<>();
  private final Map<String, List<Row>> seen = new HashMap<>();
  private final Map<String, KafkaProducer<String, byte @Nullable []>> writers = new HashMap<>();

  Topics(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  /**
   * A record of a topic, with what its headers say.
   *
   * @param value as text, whether it is one or not
   */
  record Row(
      @Nullable String key,
      @Nullable String value,
      byte @Nullable [] bytes,
      Map<String, String> headers) {

    static Row of(ConsumerRecord<String, byte @Nullable []> r) {
      Map<String, String> headers = new HashMap<>();
      for (Header header : r.headers()) {
        headers.put(header.key(), new String(header.value(), UTF_8));
      }
      return new Row(r.key(), text(r.value()), r.value(), headers);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
      return bytes == null ? null : new String(bytes, UTF_8);
    }

    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    /** Key, window, kind, and {@code final} where nothing can revise it; then the value. */
    String pane() {
      return key
          + " ["
          + header("millrace-window-start")
          + ","
          + header("millrace-window-end")
          + ") "
          + header("millrace-pane")
          + (header("millrace-final").equals("true") ? " final " : " ")
          + value;
    }
  }

  void create(int partitions, String... names) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin
          .createTopics(
              Stream.of(names)
                  .map(name -> new NewTopic(name, Optional.of(partitions), Optional.empty()))
                  .toList())
          .all()
          .get();
      awaitLeaders(admin, partitions, names);
    } catch (ExecutionException e) {
      throw new AssertionError("Expected to create topics, but could not", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while creating topics", e);
    }
  }

  /**
   * Waits until each partition can be written. The first batch for one that cannot yet is sent
   * again, and an idempotent writer then loses it to the second, which came through: to the broker
   * the earlier sequence numbers look like those of a duplicate. A busy broker may not even know
   * the topic yet.
   */
  private static void awaitLeaders(Admin admin, int partitions, String... names) {
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (String name : names) {
      for (int partition = 0; partition < partitions; partition++) {
        all.put(new TopicPartition(name, partition), OffsetSpec.latest());
      }
    }
    await()
        .atMost(Pod.DEADLINE)
        .ignoreExceptionsMatching(e -> e.getCause() instanceof UnknownTopicOrPartitionException)
        .until(() -> admin.listOffsets(all).all().get().size() == all.size());
  }

  /** Sends an uncompressed record. */
  void send(String topic, @Nullable String key, @Nullable String value) {
    send("none", topic, key, value);
  }

  /** Sends a record in a batch that is compressed so. */
  void send(String compression, String topic, @Nullable String key, @Nullable String value) {
    var unused = writer(compression).send(new ProducerRecord<>(topic, key, bytes(value)));
  }

  /** Sends an uncompressed record that is no text. */
  void sendBytes(String topic, @Nullable String key, byte[] value) {
    var unused = writer("none").send(new ProducerRecord<>(topic, key, value));
  }

  /** Sends an uncompressed record to a partition. */
  void sendTo(String topic, int partition, String key, String value) {
    var unused = writer("none").send(new ProducerRecord<>(topic, partition, key, bytes(value)));
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  /** All that was sent has arrived. */
  void flush() {
    writers.values().forEach(KafkaProducer::flush);
  }

  private KafkaProducer<String, byte @Nullable []> writer(String compression) {
    return writers.computeIfAbsent(
        compression,
        c ->
            new KafkaProducer<>(
                Map.of(
                    "bootstrap.servers",
                    bootstrap,
                    "compression.type",
                    c,
                    "linger.ms",
                    "5",
                    // The second batch must not overtake a first that is refused (KAFKA-15591).
                    "max.in.flight.requests.per.connection",
                    1),
                new StringSerializer(),
                new ByteArraySerializer()));
  }

  /** What is committed of a topic so far, in the order of each partition. */
  List<Row> read(String topic) {
    KafkaConsumer<String, byte @Nullable []> reader = readers.computeIfAbsent(topic, this::reader);
    List<Row> rows = seen.computeIfAbsent(topic, t -> new ArrayList<>());
    for (ConsumerRecord<String, byte @Nullable []> r : reader.poll(Duration.ofMillis(100))) {
      rows.add(Row.of(r));
    }
    return rows;
  }

  /** The panes of a topic so far, in the order of their text. */
  List<String> panes(String topic) {
    return read(topic).stream().map(Row::pane).sorted().toList();
  }

  private KafkaConsumer<String, byte @Nullable []> reader(String topic) {
    KafkaConsumer<String, byte @Nullable []> reader =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions = new ArrayList<>();
    for (PartitionInfo info : reader.partitionsFor(topic)) {
      partitions.add(new TopicPartition(topic, info.partition()));
    }
    reader.assign(partitions);
    reader.seekToBeginning(partitions);
    return reader;
  }

  @Override
  public void close() {
    readers.values().forEach(KafkaConsumer::close);
    writers.values().forEach(KafkaProducer::close);
  }
}
