package dev.millrace.runtime.emit;

import dev.millrace.runtime.faults.Failpoints;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;

/** Exactly once: outputs and position in one Kafka transaction. */
public final class KafkaTransaction implements OutputTransaction {
  private static final int COMMIT_ATTEMPTS = 3;
  private static final int PARTS_OF_TIMEOUT = 4;
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final Producer<byte[], byte[]> producer;
  private final ConsumerGroupMetadata group;
  private final SentSizes sizes;
  private final Limit limit;
  private boolean open;
  private long begunMs;

  /**
   * How long a transaction may be open.
   *
   * @param timeoutMs Kafka ends it after so many milliseconds
   * @param monotonicMs the clock, read when one begins and ends
   */
  public record Limit(long timeoutMs, LongSupplier monotonicMs) {}

  /**
   * Uses a producer whose transactions were initialised, which fenced every older owner (X1).
   *
   * @param producer belongs to this from now on
   */
  public KafkaTransaction(
      Producer<byte[], byte[]> producer,
      ConsumerGroupMetadata group,
      RecordLimits limits,
      Limit limit) {
    this.producer = producer;
    this.group = group;
    this.limit = limit;
    this.sizes = new SentSizes(limits);
  }

  @Override
  public void send(ProducerRecord<byte[], byte[]> record, long recordBytes) {
    begin();
    Failpoints.hit("send.before");
    // A failure is kept by the producer and thrown by the commit.
    sizes.sending(record.topic(), recordBytes);
    try {
      var unused = producer.send(record, sizes);
    } catch (KafkaException e) {
      throw explained(e, openMs());
    }
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
    long openMs = openMs();
    try {
      commit.run();
    } catch (KafkaException e) {
      sizes.learn();
      throw explained(e, openMs);
    }
    open = false;
  }

  /** Of one that is over its time by our own doing Kafka says the same as of one taken over. */
  private KafkaException explained(KafkaException e, long openMs) {
    return openMs >= limit.timeoutMs() && isEndedByKafka(e)
        ? new ExpiredTransactionException(openMs, limit.timeoutMs(), e)
        : e;
  }

  private static boolean isEndedByKafka(Throwable error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      if (t instanceof ProducerFencedException
          || t instanceof InvalidProducerEpochException
          || t instanceof InvalidTxnStateException
          || t instanceof TransactionAbortableException) {
        return true;
      }
    }
    return false;
  }

  private long openMs() {
    return limit.monotonicMs().getAsLong() - begunMs;
  }

  @Override
  public boolean isOld() {
    return open && openMs() >= limit.timeoutMs() / PARTS_OF_TIMEOUT;
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
      begunMs = limit.monotonicMs().getAsLong();
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
