package dev.millrace.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.millrace.e2e.January.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What a reader of committed records has seen of a function's output so far. */
final class Panes implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final KafkaConsumer<String, String> consumer;
  private final List<TopicPartition> partitions;
  private final Map<String, Totals> totals = new TreeMap<>();
  private final List<String> repeated = new ArrayList<>();

  Panes(String bootstrap, String topic, int partitionCount) {
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new StringDeserializer());
    partitions =
        IntStream.range(0, partitionCount).mapToObj(n -> new TopicPartition(topic, n)).toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** All groups that have a pane by now; those of reports that only move event time left out. */
  Map<String, Totals> read() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      consumer.poll(POLL).forEach(this::add);
    }
    return totals;
  }

  /** Panes that came again; exactly once means that there are none. */
  List<String> repeated() {
    return repeated;
  }

  private void add(ConsumerRecord<String, String> pane) {
    if (pane.key().startsWith("none")) {
      return;
    }
    JsonNode value = January.json(pane.value());
    String group =
        January.group(pane.key(), Instant.ofEpochMilli(number(pane, "millrace-window-start")));
    Totals before =
        totals.put(
            group,
            new Totals(
                value.get("flights").longValue(),
                either(value, "delay", "delayMinutes"),
                either(value, "distance", "distanceMiles")));
    if (before != null) {
      repeated.add(group);
    }
  }

  private static long either(JsonNode value, String one, String other) {
    return (value.has(one) ? value.get(one) : value.get(other)).longValue();
  }

  private static long number(ConsumerRecord<String, String> pane, String header) {
    return Long.parseLong(new String(pane.headers().lastHeader(header).value(), UTF_8));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
