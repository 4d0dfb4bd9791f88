package dev.millrace.runtime.emit;

import dev.millrace.runtime.faults.Failpoints;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** At least once: outputs are flushed, then the position is written (X7). */
public final class AtLeastOnceOutput implements OutputTransaction {
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final int TIMEOUT_S = 30;

  private final Producer<byte[], byte[]> producer;
  private final Admin admin;
  private final String group;
  private final SentSizes sizes;
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  /**
   * Uses a producer without a transactional id.
   *
   * @param producer belongs to this from now on
   * @param admin stays the caller's
   */
  public AtLeastOnceOutput(
      Producer<byte[], byte[]> producer, Admin admin, String group, RecordLimits limits) {
    this.producer = producer;
    this.admin = admin;
    this.group = group;
    this.sizes = new SentSizes(limits);
  }

  @Override
  public void send(ProducerRecord<byte[], byte[]> record, long recordBytes) {
    sizes.sending(record.topic(), recordBytes);
    var unused = producer.send(record, this::sent);
  }

  private void sent(RecordMetadata metadata, @Nullable Exception error) {
    sizes.onCompletion(metadata, error);
    if (error != null) {
      failure.compareAndSet(null, error);
    }
  }

  @Override
  public void commit() {
    Failpoints.hit("flush.before");
    producer.flush();
    Failpoints.hit("flush.after");
    Exception failed = failure.get();
    if (failed != null) {
      sizes.learn();
      throw new KafkaException(
          "Expected all outputs to be written, but one was not: error=" + failed.getMessage(),
          failed);
    }
  }

  @Override
  public void commit(TopicPartition partition, long nextOffset, String note) {
    commit();
    try {
      admin
          .alterConsumerGroupOffsets(
              group, Map.of(partition, new OffsetAndMetadata(nextOffset, note)))
          .all()
          .get(TIMEOUT_S, TimeUnit.SECONDS);
      Failpoints.hit("offset.after");
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException(
          "Expected to commit an offset, but could not: group="
              + group
              + ", partition="
              + partition
              + ", offset="
              + nextOffset,
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("Interrupted while committing an offset", e);
    }
  }

  @Override
  public boolean isOld() {
    return false;
  }

  @Override
  public void abort() {
    failure.set(null);
  }

  @Override
  public int maxRecordBytes(String topic) {
    return sizes.limit(topic);
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
