package dev.millrace.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.faults.Functions.Function;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * What a reader of committed records has seen of functions so far: per topic and group the rows in
 * their order. Panes are grouped by key; late records and dead letters by the partition they came
 * from, for nothing orders those of two partitions.
 */
final class Outputs implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final KafkaConsumer<String, String> consumer;
  private final List<TopicPartition> partitions;
  private final Map<String, List<String>> rows = new TreeMap<>();
  private final boolean distinct;
  private int count;

  /**
   * Reads the outputs of these functions; their topics exist.
   *
   * @param distinct whether a row that comes again is passed over
   */
  Outputs(String bootstrap, List<Function> functions, boolean distinct) {
    this.distinct = distinct;
    this.consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new StringDeserializer());
    this.partitions =
        functions.stream()
            .flatMap(f -> f.outputs().stream())
            .map(topic -> new TopicPartition(topic, 0))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Reads all that is committed now; the rows by topic and group. */
  Map<String, List<String>> read() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      consumer.poll(POLL).forEach(this::add);
    }
    return rows;
  }

  /** Reads all that is committed now; how many rows there are. */
  int count() {
    read();
    return count;
  }

  private void add(ConsumerRecord<String, String> r) {
    if (r.topic().endsWith("-panes")) {
      row(r.topic(), r.key(), paneText(r));
    } else {
      String row = header(r, "millrace-source-offset") + ' ' + r.key();
      String source = header(r, "millrace-source-partition");
      row(r.topic(), source, r.topic().endsWith("-late") ? row : row + ' ' + reason(r));
    }
  }

  private void row(String topic, String group, String row) {
    List<String> rowsOfGroup = rows.computeIfAbsent(group(topic, group), k -> new ArrayList<>());
    if (!distinct || !rowsOfGroup.contains(row)) {
      rowsOfGroup.add(row);
      count++;
    }
  }

  /** Name of a group of rows. */
  static String group(String topic, String group) {
    return topic + " " + group;
  }

  private static String paneText(ConsumerRecord<String, String> r) {
    return paneText(
        header(r, "millrace-window-start"),
        header(r, "millrace-window-end"),
        header(r, "millrace-pane"),
        header(r, "millrace-pane-index"),
        header(r, "millrace-final"),
        r.value());
  }

  /** A pane as a row: its headers, then its value. */
  static String paneText(String... parts) {
    return String.join(" ", parts);
  }

  private static String reason(ConsumerRecord<String, String> r) {
    return header(r, "millrace-reason");
  }

  private static String header(ConsumerRecord<String, String> r, String name) {
    var header = r.headers().lastHeader(name);
    return header == null ? "-" : new String(header.value(), UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
