package dev.millrace.runtime.ingest;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Batches between the poll thread (one writer) and a lane (one reader). A partition that is opened
 * again gets a new inbox, so that records polled before never reach its new state (case K02).
 */
public final class Inbox {
  static final int HIGH_RECORDS = 4_000;
  static final int HIGH_BYTES = 8 << 20;

  private final TopicPartition partition;
  private final Runnable onOffer;
  private final Queue<Batch> batches = new ConcurrentLinkedQueue<>();
  private final AtomicInteger records = new AtomicInteger();
  private final AtomicInteger bytes = new AtomicInteger();
  private volatile boolean paused;
  private volatile @Nullable RuntimeException failure;
  private Runnable onDrained = () -> {};

  /**
   * A new inbox.
   *
   * @param onOffer called on the poll thread after each batch: wakes the lane
   */
  public Inbox(TopicPartition partition, Runnable onOffer) {
    this.partition = partition;
    this.onOffer = onOffer;
  }

  /** The partition it belongs to. */
  public TopicPartition partition() {
    return partition;
  }

  /**
   * The next batch, or null.
   *
   * @throws RuntimeException why the partition cannot be read on, once all before it is taken
   */
  public @Nullable Batch poll() {
    Batch batch = batches.poll();
    if (batch == null) {
      RuntimeException cause = failure;
      if (cause != null) {
        throw cause;
      }
      return null;
    }
    records.addAndGet(-batch.records().size());
    bytes.addAndGet(-size(batch));
    if (paused && isLow()) {
      onDrained.run();
    }
    return batch;
  }

  /** Whether something waits to be read: then the reader is behind, not the partition silent. */
  public boolean isEmpty() {
    return batches.isEmpty();
  }

  void connect(Runnable drained) {
    onDrained = drained;
  }

  void offer(Batch batch) {
    records.addAndGet(batch.records().size());
    bytes.addAndGet(size(batch));
    batches.add(batch);
    onOffer.run();
  }

  void fail(RuntimeException cause) {
    failure = cause;
    onOffer.run();
  }

  boolean isFull() {
    return records.get() >= HIGH_RECORDS || bytes.get() >= HIGH_BYTES;
  }

  boolean isLow() {
    return records.get() < HIGH_RECORDS / 2 && bytes.get() < HIGH_BYTES / 2;
  }

  void paused(boolean value) {
    paused = value;
  }

  boolean isPaused() {
    return paused;
  }

  private static int size(Batch batch) {
    int sum = 0;
    for (ConsumerRecord<byte[], byte[]> r : batch.records()) {
      sum += Math.max(0, r.serializedKeySize()) + Math.max(0, r.serializedValueSize());
    }
    return sum;
  }
}
