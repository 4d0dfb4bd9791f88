package dev.millrace.operator.observe;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A topic as its brokers describe it.
 *
 * @param id Kafka's id: another one means that the topic was made anew
 * @param partitions number of them
 * @param bounds of the partitions whose leader answered
 */
public record TopicLog(String id, int partitions, Map<Integer, LogBounds> bounds) {

  public TopicLog {
    bounds = Map.copyOf(bounds);
  }

  /** The same up to where readers may read now; where that is not known, as it was. */
  TopicLog upTo(String name, Map<TopicPartition, Long> lastStable) {
    Map<Integer, LogBounds> now = new HashMap<>();
    bounds.forEach(
        (partition, bound) -> {
          Long end = lastStable.get(new TopicPartition(name, partition));
          now.put(partition, end == null ? bound : upTo(bound, end));
        });
    return new TopicLog(id, partitions, now);
  }

  /** The same up to where another one says that readers may read, if it is of the same topic. */
  TopicLog upTo(TopicLog other) {
    if (!id.equals(other.id)) {
      return this;
    }
    Map<Integer, LogBounds> now = new HashMap<>(bounds);
    other.bounds.forEach(
        (partition, bound) ->
            now.computeIfPresent(partition, (p, old) -> upTo(old, bound.lastStableOffset())));
    return new TopicLog(id, partitions, now);
  }

  private static LogBounds upTo(LogBounds bound, long lastStable) {
    return lastStable <= bound.lastStableOffset()
        ? bound
        : new LogBounds(bound.startOffset(), Math.max(bound.endOffset(), lastStable), lastStable);
  }
}
