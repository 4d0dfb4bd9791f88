package dev.millrace.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The floor: one thread that polls, parses, adds up in hash maps and sends what is complete. It
 * keeps no state and loses all of it when it ends. Arguments: brokers, group, topic of the results.
 */
public final class NaiveLoop {
  private final JsonFactory json = new JsonFactory();
  private final KafkaProducer<byte[], byte[]> producer;
  private final String output;
  private final List<Partition> partitions;

  /** What is known of a partition: sums by window start and key, and how far time has come. */
  private static final class Partition {
    final TreeMap<Long, Map<String, long[]>> windows = new TreeMap<>();
    long watermarkMs = Long.MIN_VALUE;
  }

  private NaiveLoop(KafkaProducer<byte[], byte[]> producer, String output) {
    this.producer = producer;
    this.output = output;
    this.partitions =
        IntStream.range(0, TestTopics.PARTITIONS).mapToObj(i -> new Partition()).toList();
  }

  /** Runs until it is killed. */
  public static void main(String[] args) throws IOException {
    Map<String, Object> reading =
        Map.of(
            "bootstrap.servers",
            args[0],
            "group.id",
            args[1],
            "max.poll.records",
            1000,
            "enable.auto.commit",
            false);
    Map<String, Object> writing =
        Map.of(
            "bootstrap.servers",
            args[0],
            "linger.ms",
            5,
            "batch.size",
            65_536,
            "compression.type",
            "lz4");
    try (var consumer =
            new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        var producer =
            new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<TopicPartition> all =
          IntStream.range(0, TestTopics.PARTITIONS)
              .mapToObj(p -> new TopicPartition(TestTopics.INPUT, p))
              .toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      new NaiveLoop(producer, args[2]).run(consumer);
    }
  }

  private void run(KafkaConsumer<byte[], byte[]> consumer) throws IOException {
    long committedNs = System.nanoTime();
    while (true) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(100));
      for (ConsumerRecord<byte[], byte[]> record : records) {
        process(record);
      }
      if (System.nanoTime() - committedNs > 100_000_000) {
        producer.flush();
        consumer.commitAsync();
        committedNs = System.nanoTime();
      }
    }
  }

  private void process(ConsumerRecord<byte[], byte[]> record) throws IOException {
    String key = "";
    long atMs = 0;
    long amount = 0;
    try (JsonParser parser = json.createParser(record.value())) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "user" -> key = parser.getText();
          case "at" -> atMs = parser.getLongValue();
          case "amount" -> amount = parser.getLongValue();
          default -> parser.skipChildren();
        }
      }
    }
    Partition partition = partitions.get(record.partition());
    partition.windows.computeIfAbsent(
                Math.floorDiv(atMs, Workload.WINDOW_MS) * Workload.WINDOW_MS, w -> new HashMap<>())
            .computeIfAbsent(key, k -> new long[1])[0] +=
        amount;
    partition.watermarkMs = Math.max(partition.watermarkMs, atMs - Workload.LATENESS_MS);
    fire(partition);
  }

  private void fire(Partition partition) {
    while (!partition.windows.isEmpty()
        && partition.windows.firstKey() + Workload.WINDOW_MS <= partition.watermarkMs) {
      Map.Entry<Long, Map<String, long[]>> window = partition.windows.pollFirstEntry();
      long startMs = window.getKey();
      window.getValue().forEach((key, sum) -> send(key, startMs, sum[0]));
    }
  }

  private void send(String key, long startMs, long sum) {
    String pane =
        "{\"key\":\""
            + key
            + "\",\"windowStart\":"
            + startMs
            + ",\"windowEnd\":"
            + (startMs + Workload.WINDOW_MS)
            + ",\"total\":"
            + sum
            + "}";
    var unused =
        producer.send(new ProducerRecord<>(output, key.getBytes(UTF_8), pane.getBytes(UTF_8)));
  }
}
