package dev.millrace.cli.kafka;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A part of a topic: per partition the offsets {@code [begin, end)}.
 *
 * @param begins the first offset of each partition
 * @param ends the first offset after it
 */
public record TopicExtent(
    String topic, Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {

  public TopicExtent {
    begins = Map.copyOf(begins);
    ends = Map.copyOf(ends);
  }

  /** Number of offsets; not all of them need be records. */
  public long size() {
    return ends.entrySet().stream()
        .mapToLong(end -> end.getValue() - begins.getOrDefault(end.getKey(), 0L))
        .sum();
  }

  /** First offset after the extent in a partition. */
  public long end(int partition) {
    return ends.getOrDefault(new TopicPartition(topic, partition), 0L);
  }
}
