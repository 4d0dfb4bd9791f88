package dev.millrace.cli.kafka;

import dev.millrace.cli.CliException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what was committed to a topic up to now, without a group and so without a trace. */
public final class TopicReader implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final String servers;

  /** Creates the client; it connects when it is first asked. */
  public TopicReader(Map<String, Object> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
    all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
    this.servers = String.valueOf(all.get(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG));
    this.consumer =
        new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Whether there is a topic of that name. */
  public boolean exists(String topic) {
    try {
      return consumer.listTopics().containsKey(topic);
    } catch (KafkaException e) {
      throw unreachable(e);
    }
  }

  /** A topic from its first record to the end as it is now. */
  public TopicExtent extent(String topic) {
    if (!exists(topic)) {
      throw new CliException(
          "Expected a topic, but there is none of that name: topic="
              + topic
              + ", bootstrap="
              + servers);
    }
    try {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream().map(TopicReader::partition).toList();
      return new TopicExtent(
          topic, consumer.beginningOffsets(partitions), consumer.endOffsets(partitions));
    } catch (KafkaException e) {
      throw unreachable(e);
    }
  }

  private static TopicPartition partition(PartitionInfo info) {
    return new TopicPartition(info.topic(), info.partition());
  }

  /** Passes all records of the extent to the visitor, in offset order within a partition. */
  public void read(TopicExtent extent, Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    try {
      consumer.assign(extent.ends().keySet());
      extent.begins().forEach(consumer::seek);
      while (!atEnd(extent)) {
        for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL)) {
          if (next.offset() < extent.end(next.partition())) {
            visitor.accept(next);
          }
        }
      }
    } catch (KafkaException e) {
      throw unreachable(e);
    }
  }

  /** By position, not by records: the last offsets may be transaction markers. */
  private boolean atEnd(TopicExtent extent) {
    return extent.ends().entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private CliException unreachable(KafkaException e) {
    return new CliException(
        "Expected Kafka to answer, but it did not: bootstrap="
            + servers
            + ", error="
            + e.getMessage()
            + ". Say where it is with --bootstrap.",
        e);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
