package dev.millrace.runtime.emit;

import dev.millrace.runtime.faults.Failpoints;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Exactly once: outputs and position in one Kafka transaction. */
public final class KafkaTransaction implements OutputTransaction {
  private static final int COMMIT_ATTEMPTS = 3;
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final Producer<byte[], byte[]> producer;
  private final ConsumerGroupMetadata group;
  private final SentSizes sizes;
  private boolean open;

  /**
   * Uses a producer whose transactions were initialised, which fenced every older owner (X1).
   *
   * @param producer belongs to this from now on
   */
  public KafkaTransaction(
      Producer<byte[], byte[]> producer, ConsumerGroupMetadata group, RecordLimits limits) {
    this.producer = producer;
    this.group = group;
    this.sizes = new SentSizes(limits);
  }

  @Override
  public void send(ProducerRecord<byte[], byte[]> record, long recordBytes) {
    begin();
    Failpoints.hit("send.before");
    // A failure is kept by the producer and thrown by the commit.
    sizes.sending(record.topic(), recordBytes);
    var unused = producer.send(record, sizes);
    Failpoints.hit("send.after");
  }

  @Override
  public void commit(TopicPartition partition, long nextOffset, String note) {
    begin();
    end(
        () -> {
          Failpoints.hit("txn.before-offsets");
          producer.sendOffsetsToTransaction(
              Map.of(partition, new OffsetAndMetadata(nextOffset, note)), group);
          Failpoints.hit("txn.before-commit");
          commitWithRetry();
        });
    Failpoints.hit("txn.after-commit");
  }

  @Override
  public void commit() {
    begin();
    end(this::commitWithRetry);
  }

  private void end(Runnable commit) {
    try {
      commit.run();
    } catch (KafkaException e) {
      sizes.learn();
      throw e;
    }
    open = false;
  }

  @Override
  public void abort() {
    if (open) {
      open = false;
      producer.abortTransaction();
    }
  }

  @Override
  public int maxRecordBytes(String topic) {
    return sizes.limit(topic);
  }

  private void begin() {
    if (!open) {
      producer.beginTransaction();
      open = true;
      Failpoints.hit("txn.begun");
    }
  }

  /** A commit that timed out may be repeated, and must not be followed by anything else. */
  private void commitWithRetry() {
    for (int attempt = 1; ; attempt++) {
      try {
        producer.commitTransaction();
        return;
      } catch (TimeoutException e) {
        if (attempt == COMMIT_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Leaves an open transaction to the next owner, who aborts it. */
  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
