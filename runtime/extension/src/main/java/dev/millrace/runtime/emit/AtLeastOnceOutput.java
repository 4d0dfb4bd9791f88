package dev.millrace.runtime.emit;

import dev.millrace.runtime.faults.Failpoints;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * At least once: a position is written when all outputs before it are (X7). Of a commit that is
 * begun this is waited for beside the partition's work:
 *
 * <pre>
 * (none) → outputs under way → position under way → (none)
 * </pre>
 */
public final class AtLeastOnceOutput implements OutputTransaction {
  private static final Logger LOG = Logger.getLogger(AtLeastOnceOutput.class);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final int TIMEOUT_S = 30;

  private final Producer<byte[], byte[]> producer;
  private final OffsetWriter offsets;
  private final String group;
  private final SentSizes sizes;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private SentRecords records;
  private @Nullable Begun begun;

  /** A commit that is under way. */
  private static final class Begun {
    final SentRecords records;
    final TopicPartition partition;
    final OffsetAndMetadata position;
    final Runnable wake;
    @Nullable CompletableFuture<?> writing;

    Begun(
        SentRecords records, TopicPartition partition, OffsetAndMetadata position, Runnable wake) {
      this.records = records;
      this.partition = partition;
      this.position = position;
      this.wake = wake;
    }
  }

  /**
   * Uses a producer without a transactional id.
   *
   * @param producer belongs to this from now on
   * @param group whose offsets are written
   */
  public AtLeastOnceOutput(
      Producer<byte[], byte[]> producer, OffsetWriter offsets, String group, RecordLimits limits) {
    this.producer = producer;
    this.offsets = offsets;
    this.group = group;
    this.sizes = new SentSizes(limits);
    this.records = new SentRecords(sizes, failure);
  }

  @Override
  public void send(ProducerRecord<byte[], byte[]> record, long recordBytes) {
    sizes.sending(record.topic(), recordBytes);
    records.sending();
    var unused = producer.send(record, records);
  }

  @Override
  public void commit() {
    Failpoints.hit("flush.before");
    producer.flush();
    Failpoints.hit("flush.after");
    requireWritten();
  }

  private void requireWritten() {
    Exception failed = failure.get();
    if (failed != null) {
      sizes.learn();
      throw new KafkaException(
          "Expected all outputs to be written, but one was not: error=" + failed.getMessage(),
          failed);
    }
  }

  /** A position that is being written comes first: it must not overtake this one. */
  @Override
  public void commit(TopicPartition partition, long nextOffset, String note) {
    commit();
    Begun before = begun;
    begun = null;
    if (before != null && before.writing != null) {
      await(before, before.writing);
    }
    records = new SentRecords(sizes, failure);
    Begun now = new Begun(records, partition, new OffsetAndMetadata(nextOffset, note), () -> {});
    await(now, write(now));
    Failpoints.hit("offset.after");
  }

  @Override
  public void beginCommit(TopicPartition partition, long nextOffset, String note, Runnable wake) {
    if (begun != null) {
      throw new IllegalStateException("Expected no commit to be under way: " + begun.position);
    }
    Failpoints.hit("flush.before");
    SentRecords sealed = records;
    records = new SentRecords(sizes, failure);
    begun = new Begun(sealed, partition, new OffsetAndMetadata(nextOffset, note), wake);
    sealed.seal(wake);
  }

  @Override
  public boolean settle() {
    Begun current = begun;
    if (current == null) {
      return true;
    }
    requireWritten();
    CompletableFuture<?> writing = current.writing;
    if (writing == null && current.records.isAnswered()) {
      // A record that fails is seen before its answer is counted, but perhaps after the look above.
      requireWritten();
      Failpoints.hit("flush.after");
      writing = write(current);
      current.writing = writing;
      var unused = writing.whenComplete((done, error) -> current.wake.run());
    }
    if (writing == null || !writing.isDone()) {
      return false;
    }
    await(current, writing);
    begun = null;
    Failpoints.hit("offset.after");
    return true;
  }

  private CompletableFuture<?> write(Begun commit) {
    return offsets.write(commit.partition, commit.position).toCompletableFuture();
  }

  private void await(Begun commit, CompletableFuture<?> writing) {
    try {
      writing.get(TIMEOUT_S, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException | CancellationException e) {
      throw new KafkaException(
          "Expected to commit an offset, but could not: group="
              + group
              + ", partition="
              + commit.partition
              + ", offset="
              + commit.position.offset(),
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

  /** What was sent stays; its position is not written, unless that is under way. */
  @Override
  public void abort() {
    records = new SentRecords(sizes, failure);
    failure.set(null);
    Begun current = begun;
    begun = null;
    if (current != null && current.writing != null) {
      letEnd(current, current.writing);
    }
  }

  /** Written after the next owner's first, it would set the group's offset back. */
  private void letEnd(Begun commit, CompletableFuture<?> writing) {
    try {
      await(commit, writing);
    } catch (KafkaException e) {
      LOG.debugf("The last position was not written: %s", e.getMessage());
    }
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
