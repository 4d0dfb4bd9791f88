package dev.millrace.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What cannot be done for less: one thread that polls, or polls and parses, or also adds up in hash
 * maps and sends what is complete. It keeps nothing and loses all when it ends. Arguments: brokers,
 * group, input, kind, topic of the results, shape.
 */
public final class Floor {
  private static final long COMMIT_NS = 100_000_000;

  /** What is done with a record. */
  enum Kind {
    POLL,
    /** With the parser of tokens that all runners use. */
    PARSE,
    /** The workload's windows with that parser. */
    NAIVE,
    /** The same as most would write it: the event is bound to a class. */
    NAIVE_BINDING
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Bound(
      @JsonProperty("user") String user,
      @JsonProperty("at") long atMs,
      @JsonProperty("amount") int amount) {}

  private final ObjectReader binding = new ObjectMapper().readerFor(Bound.class);
  private final Kind kind;
  private final KafkaProducer<byte[], byte[]> producer;
  private final String output;
  private final List<Naive> partitions;
  private long parsed;

  private Floor(
      Kind kind,
      KafkaProducer<byte[], byte[]> producer,
      Shape shape,
      int partitions,
      String output) {
    this.kind = kind;
    this.producer = producer;
    this.output = output;
    this.partitions =
        IntStream.range(0, partitions).mapToObj(p -> Naive.of(shape, this::send)).toList();
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
          consumer.partitionsFor(args[2]).stream()
              .map(p -> new TopicPartition(args[2], p.partition()))
              .toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      new Floor(Kind.valueOf(args[3]), producer, Shape.valueOf(args[5]), all.size(), args[4])
          .run(consumer);
    }
  }

  private void run(KafkaConsumer<byte[], byte[]> consumer) throws IOException {
    long committedNs = System.nanoTime();
    while (true) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
        process(record);
      }
      if (System.nanoTime() - committedNs > COMMIT_NS) {
        producer.flush();
        consumer.commitAsync();
        committedNs = System.nanoTime();
      }
    }
  }

  private void process(ConsumerRecord<byte[], byte[]> record) throws IOException {
    switch (kind) {
      case POLL -> {}
      case PARSE -> parsed += Purchase.parse(record.value()).amount();
      case NAIVE -> partitions.get(record.partition()).add(Purchase.parse(record.value()));
      case NAIVE_BINDING -> {
        Bound event = binding.readValue(record.value());
        partitions
            .get(record.partition())
            .add(new Purchase(event.user(), event.atMs(), event.amount()));
      }
    }
  }

  private void send(Pane pane) {
    byte[] key = pane.key().getBytes(UTF_8);
    var unused = producer.send(new ProducerRecord<>(output, key, pane.json()));
  }

  @Override
  public String toString() {
    return kind + " " + parsed;
  }
}
