package dev.millrace.cli.demo;

import dev.millrace.cli.LocalStack;
import dev.millrace.cli.ledger.LedgerClient;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Watches functions from outside: counts what is committed to their topics, and reads their
 * positions in the ledger.
 */
final class Observer implements AutoCloseable {
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final LedgerClient ledger;
  private final List<TopicPartition> input = new ArrayList<>();
  private final Map<String, Long> counts = new HashMap<>();

  /** Begins at the start of all topics, which must be there. */
  Observer(LocalStack stack, DemoTopics topics) {
    Map<String, Object> properties = new HashMap<>(stack.kafkaProperties());
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
    this.consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.ledger = new LedgerClient(stack.redisUri(), "default");
    List<TopicPartition> outputs = new ArrayList<>();
    for (int partition = 0; partition < DemoTopics.PARTITIONS; partition++) {
      input.add(new TopicPartition(topics.input(), partition));
      for (String topic : topics.outputs()) {
        outputs.add(new TopicPartition(topic, partition));
      }
    }
    consumer.assign(outputs);
    consumer.seekToBeginning(outputs);
  }

  /** Counts for at most that long. */
  void watch(Duration time) {
    for (ConsumerRecord<byte[], byte[]> next : consumer.poll(time)) {
      counts.merge(next.topic(), 1L, Long::sum);
    }
  }

  /** How far a function is now. */
  FunctionStatus status(String function) {
    LedgerView view = ledger.view(function);
    List<PartitionEntry> partitions = view == null ? List.of() : view.partitions();
    List<PartitionEntry> windows =
        partitions.stream().filter(entry -> entry.ref().stage() == Stage.WINDOWS).toList();
    return new FunctionStatus(
        function,
        count(DemoTopics.panes(function)),
        count(DemoTopics.late(function)),
        count(DemoTopics.deadLetters(function)),
        lag(partitions),
        windows.stream().mapToLong(PartitionEntry::watermarkMs).min().orElse(Progress.NO_WATERMARK),
        windows.stream().allMatch(entry -> entry.nextTimerMs() > entry.watermarkMs()));
  }

  private long count(String topic) {
    return counts.getOrDefault(topic, 0L);
  }

  /** The partitions of the stage that reads the input topic: stage one where there is one. */
  private long lag(List<PartitionEntry> partitions) {
    boolean rekeyed = partitions.stream().anyMatch(entry -> entry.ref().stage() == Stage.SOURCE);
    Stage reading = rekeyed ? Stage.SOURCE : Stage.WINDOWS;
    Map<TopicPartition, Long> ends = consumer.endOffsets(input);
    long lag = ends.values().stream().mapToLong(Long::longValue).sum();
    for (PartitionEntry entry : partitions) {
      if (entry.ref().stage() == reading) {
        lag -= Math.max(0, entry.committed());
      }
    }
    return lag;
  }

  @Override
  public void close() {
    consumer.close();
    ledger.close();
  }
}
