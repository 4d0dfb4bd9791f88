package dev.millrace.bench.connector;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.Record;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Reads {@code bench.records} records of {@code bench.topic} by the way that {@code bench.way}
 * names: {@code plain} (a consumer of the client library, assigned and polled), {@code connector}
 * (one message per record) or {@code batch} (the connector's batch mode).
 */
@QuarkusMain
public class ConnectorBench implements QuarkusApplication {
  @ConfigProperty(name = "bench.way")
  String way;

  @ConfigProperty(name = "bench.topic")
  String topic;

  @Inject Sink sink;

  @Inject
  @Identifier("default-kafka-broker")
  Map<String, Object> kafka;

  @Override
  public int run(String... args) throws InterruptedException {
    if (way.equals("plain")) {
      poll();
    }
    sink.meter.await();
    return 0;
  }

  private void poll() {
    Map<String, Object> config = new HashMap<>(kafka);
    config.put("isolation.level", "read_committed");
    config.put("auto.offset.reset", "earliest");
    config.put("enable.auto.commit", "false");
    try (var consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (sink.open()) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(100));
        for (ConsumerRecord<byte[], byte[]> record : records) {
          sink.add(record.value());
        }
      }
    }
  }

  /** Where all three ways end. */
  @Singleton
  static class Sink {
    private final long expected;
    private long seen;
    final Meter meter;

    Sink(
        @ConfigProperty(name = "bench.way") String way,
        @ConfigProperty(name = "bench.records") long expected) {
      this.expected = expected;
      meter = new Meter(way, expected);
    }

    boolean open() {
      return seen < expected;
    }

    void add(byte[] value) {
      seen++;
      meter.add(value.length);
    }

    @Incoming("single")
    void single(Record<byte[], byte[]> record) {
      add(record.value());
    }

    @Incoming("batch")
    void batch(ConsumerRecords<byte[], byte[]> records) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        add(record.value());
      }
    }
  }
}
