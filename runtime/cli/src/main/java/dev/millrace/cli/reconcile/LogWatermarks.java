package dev.millrace.cli.reconcile;

import dev.millrace.cli.kafka.SourceRecords;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The watermark of each partition as its log tells it: the largest event time before a record, less
 * the bound on disorder (W2), and no less than what the function has written beside a late record.
 * A move that was decided while the partition was idle shows only there (W8).
 */
final class LogWatermarks {
  /** Nothing has been seen: nothing is late. */
  static final long NONE = Long.MIN_VALUE;

  private final long outOfOrdernessMs;
  private final SourceRecords letters;
  private final Map<TopicPartition, Long> watermarks = new HashMap<>();

  LogWatermarks(long outOfOrdernessMs, SourceRecords letters) {
    this.outOfOrdernessMs = outOfOrdernessMs;
    this.letters = letters;
  }

  /** The watermark that a record of the log meets; records in offset order. */
  long at(TopicPartition partition, long offset) {
    long known = watermarks.getOrDefault(partition, NONE);
    long written = letters.watermarkMs(partition.topic(), partition.partition(), offset);
    long both = Math.max(known, written);
    watermarks.put(partition, both);
    return both;
  }

  /** The record was taken. */
  void passed(TopicPartition partition, long timeMs) {
    watermarks.merge(partition, LateVerdict.minus(timeMs, outOfOrdernessMs), Math::max);
  }
}
