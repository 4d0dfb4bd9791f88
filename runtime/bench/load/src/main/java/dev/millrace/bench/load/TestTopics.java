package dev.millrace.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of a measurement. */
final class TestTopics implements AutoCloseable {
  static final String INPUT = "load-in";
  static final int PARTITIONS = 4;

  /** The second one of a partition is read when all panes that the first completed are out. */
  static final int END_RECORDS = 2;

  private final String bootstrap;
  private final Admin admin;

  TestTopics(String bootstrap) {
    this.bootstrap = bootstrap;
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
  }

  void create(String topic) throws ExecutionException, InterruptedException {
    admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
  }

  /** Writes the events, and to each partition those that complete its windows. */
  Truth fill(Workload workload) {
    Truth truth = new Truth();
    Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "linger.ms", 20);
    try (var producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      workload.forEach(
          event -> {
            truth.add(event);
            var unused =
                producer.send(
                    new ProducerRecord<>(INPUT, event.key().getBytes(UTF_8), event.json()));
          });
      for (int i = 0; i < END_RECORDS * PARTITIONS; i++) {
        Workload.Event end = new Workload.Event("end-" + i, workload.endMs() + i, 0);
        int p = i % PARTITIONS;
        var unused =
            producer.send(new ProducerRecord<>(INPUT, p, end.key().getBytes(UTF_8), end.json()));
      }
    }
    return truth;
  }

  /** How far a group has committed, over all partitions of the input. */
  long committed(String group) throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    return offsets.entrySet().stream()
        .filter(e -> e.getKey().topic().equals(INPUT) && e.getValue() != null)
        .mapToLong(e -> e.getValue().offset())
        .sum();
  }

  /** Reads all partitions of a topic from their beginning, committed records only. */
  KafkaConsumer<byte[], byte[]> readerOfAll(String topic) {
    Map<String, Object> config =
        new HashMap<>(Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"));
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
