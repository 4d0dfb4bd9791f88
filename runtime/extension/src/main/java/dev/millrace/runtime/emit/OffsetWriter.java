package dev.millrace.runtime.emit;

import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Writes the position of a partition, outside of any transaction (X7). */
@FunctionalInterface
public interface OffsetWriter {

  /**
   * Begins to write a position; does not wait for the broker.
   *
   * @return done when the broker has it, which is within a bounded time, or with the error
   */
  CompletionStage<?> write(TopicPartition partition, OffsetAndMetadata position);
}
