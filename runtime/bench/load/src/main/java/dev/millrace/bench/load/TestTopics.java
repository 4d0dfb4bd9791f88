package dev.millrace.bench.load;

import dev.millrace.bench.events.Shape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/** The topics of a measurement. */
final class TestTopics implements AutoCloseable {
  private final String bootstrap;
  private final Admin admin;

  TestTopics(String bootstrap) {
    this.bootstrap = bootstrap;
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
  }

  void create(String topic, int partitions) throws ExecutionException, InterruptedException {
    admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
  }

  /** Where a key goes, by the producer's rule for records with keys. */
  static int partition(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }

  /** How many records a {@link Feed} writes. */
  static long records(Workload workload, Shape shape) {
    return workload.events()
        + (long) workload.ends(shape).size() * workload.data().lasting(workload.partitions());
  }

  /** A producer for many events at once. */
  KafkaProducer<byte[], byte[]> producer() {
    return producer(20);
  }

  /** A producer that holds no event back. */
  KafkaProducer<byte[], byte[]> promptProducer() {
    return producer(0);
  }

  private KafkaProducer<byte[], byte[]> producer(int lingerMs) {
    Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "linger.ms", lingerMs);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** How far a group has committed, over all partitions of a topic. */
  long committed(String group, String topic) throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    return offsets.entrySet().stream()
        .filter(e -> e.getKey().topic().equals(topic) && e.getValue() != null)
        .mapToLong(e -> e.getValue().offset())
        .sum();
  }

  /** Reads all partitions of a topic from their beginning, committed records only. */
  KafkaConsumer<byte[], byte[]> readerOfAll(String topic) {
    return readerOfAll(topic, "read_committed");
  }

  /**
   * As above, with an isolation of its own.
   *
   * @param isolation {@code read_committed} or {@code read_uncommitted}
   */
  KafkaConsumer<byte[], byte[]> readerOfAll(String topic, String isolation) {
    Map<String, Object> config =
        new HashMap<>(Map.of("bootstrap.servers", bootstrap, "isolation.level", isolation));
    var consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(p -> new TopicPartition(topic, p.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  @Override
  public void close() {
    admin.close();
  }
}
