package dev.millrace.runtime.partition;

import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.config.KafkaFailures;
import dev.millrace.runtime.config.StartFrom;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What partitions ask of Kafka when they start, and now and then. Calls block. */
public interface KafkaAccess extends AutoCloseable {

  /**
   * Opens the output of a partition. With exactly-once this aborts an open transaction of a dead
   * owner, and fences a live one (X1).
   */
  OutputTransaction open(String transactionalId, Guarantee guarantee, ConsumerGroupMetadata group);

  /** The group's committed offset, or null. Waits for a transaction that is just being ended. */
  @Nullable OffsetAndMetadata groupOffset(TopicPartition partition);

  /** Whether there is such a topic. */
  boolean exists(String topic);

  /** First and next offset of a log. */
  LogRange range(TopicPartition partition);

  /** Where a partition without any position starts. */
  long startOffset(TopicPartition partition, StartFrom from);

  /** Deletes the records before an offset (R4). */
  void deleteBefore(TopicPartition partition, long offset);

  /** Says what errors of the clients mean. */
  KafkaFailures failures();

  @Override
  void close();
}
