package dev.millrace.operator.observe;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import java.util.Map;

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
}
