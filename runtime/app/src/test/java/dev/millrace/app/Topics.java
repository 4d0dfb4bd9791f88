package dev.millrace.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes and reads topics as a user's programs would. */
final class Topics implements AutoCloseable {
  private static final List<String> HEADERS =
      List.of(
          "millrace-window-start",
          "millrace-window-end",
          "millrace-pane",
          "millrace-pane-index",
          "millrace-final");

  private final String bootstrap;
  private final Admin admin;
  private final KafkaProducer<String, String> producer;

  Topics(String bootstrap) {
    this.bootstrap = bootstrap;
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap), new StringSerializer(), new StringSerializer());
  }

  void create(String topic, int partitions) throws Exception {
    admin
        .createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
        .all()
        .get();
  }

  void send(String topic, int partition, String key, String value) {
    var unused = producer.send(new ProducerRecord<>(topic, partition, key, value));
  }

  void flush() {
    producer.flush();
  }

  /** Committed panes of each key, in order; none if the topic is not there yet. */
  Map<String, List<String>> panes(String topic) {
    Map<String, List<String>> byKey = new TreeMap<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        for (ConsumerRecord<String, String> r : consumer.poll(Duration.ofMillis(100))) {
          byKey.computeIfAbsent(r.key(), k -> new ArrayList<>()).add(text(r));
        }
      }
    } catch (UnknownTopicOrPartitionException e) {
      return byKey;
    }
    return byKey;
  }

  int paneCount(String topic) {
    return panes(topic).values().stream().mapToInt(List::size).sum();
  }

  private static String text(ConsumerRecord<String, String> r) {
    StringBuilder text = new StringBuilder();
    for (String name : HEADERS) {
      text.append(new String(r.headers().lastHeader(name).value(), UTF_8)).append(' ');
    }
    return text.append(r.value()).toString();
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
