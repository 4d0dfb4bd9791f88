package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.runtime.emit.HeaderNames;
import dev.millrace.services.SharedServices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Writes and reads topics of a real broker, as a test wants them; registered as an extension of a
 * test class, it is closed after its last test.
 */
final class TestTopics implements AutoCloseable, AfterAllCallback {
  private final Map<String, Object> clients;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;

  /** Of the broker of all tests. */
  static TestTopics ofClass() {
    return new TestTopics(SharedServices.kafka().address());
  }

  TestTopics(String bootstrap) {
    this(Map.of("bootstrap.servers", bootstrap));
  }

  /** With these properties of Kafka's clients. */
  TestTopics(Map<String, Object> clients) {
    this.clients = Map.copyOf(clients);
    this.admin = Admin.create(this.clients);
    this.producer =
        new KafkaProducer<>(
            producerProperties(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Map<String, Object> producerProperties() {
    Map<String, Object> all = new HashMap<>(clients);
    all.put("max.request.size", 8 << 20);
    // A broker that has not heard of a new topic may refuse the first batch and take the second,
    // after
    // which it never takes the first (KAFKA-15591): so one after the other.
    all.put("max.in.flight.requests.per.connection", 1);
    return all;
  }

  Admin admin() {
    return admin;
  }

  void create(String topic, int partitions) throws Exception {
    create(topic, partitions, Map.of());
  }

  void create(String topic, int partitions, Map<String, String> configs) throws Exception {
    NewTopic created = new NewTopic(topic, Optional.of(partitions), Optional.empty());
    admin.createTopics(List.of(created.configs(configs))).all().get();
  }

  void send(String topic, int partition, String key, String value) {
    var unused =
        producer.send(
            new ProducerRecord<>(topic, partition, key.getBytes(UTF_8), value.getBytes(UTF_8)));
  }

  /** A producer of transactions. */
  KafkaProducer<byte[], byte[]> transactional(String id) {
    Map<String, Object> properties = producerProperties();
    properties.put("transactional.id", id);
    KafkaProducer<byte[], byte[]> transactional =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    transactional.initTransactions();
    return transactional;
  }

  void flush() {
    producer.flush();
  }

  /** All committed records of a topic as it is now, in partition and offset order. */
  List<ConsumerRecord<byte[], byte[]>> committed(String topic) {
    Map<String, Object> properties = new HashMap<>(clients);
    properties.put("isolation.level", "read_committed");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
      return all;
    }
  }

  /** Panes of a topic as text: key, window, kind, index, final mark and value. */
  List<String> panes(String topic) {
    return committed(topic).stream().map(TestTopics::pane).toList();
  }

  private static String pane(ConsumerRecord<byte[], byte[]> r) {
    return text(r.key())
        + " ["
        + header(r, HeaderNames.WINDOW_START)
        + ","
        + header(r, HeaderNames.WINDOW_END)
        + ") "
        + header(r, HeaderNames.PANE)
        + " "
        + header(r, HeaderNames.PANE_INDEX)
        + " "
        + header(r, HeaderNames.FINAL)
        + " "
        + text(r.value());
  }

  static String header(ConsumerRecord<byte[], byte[]> r, String name) {
    var header = r.headers().lastHeader(name);
    return header == null ? "" : text(header.value());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  long end(TopicPartition partition) throws Exception {
    return admin
        .listOffsets(
            Map.of(partition, OffsetSpec.latest()),
            new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
        .partitionResult(partition)
        .get()
        .offset();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
