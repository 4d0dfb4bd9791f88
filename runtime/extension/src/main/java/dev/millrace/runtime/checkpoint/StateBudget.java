package dev.millrace.runtime.checkpoint;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Shares the memory for state among the partitions that the pod has (T1). Thread-safe. */
public final class StateBudget implements LongSupplier {
  private final long totalBytes;
  private final AtomicInteger partitions = new AtomicInteger();

  /** Shares so many bytes. */
  public StateBudget(long totalBytes) {
    this.totalBytes = totalBytes;
  }

  /** The pod has a partition more. */
  public void taken() {
    partitions.incrementAndGet();
  }

  /** The pod has a partition less. */
  public void left() {
    partitions.decrementAndGet();
  }

  /** Bytes for one partition. */
  @Override
  public long getAsLong() {
    return totalBytes / Math.max(1, partitions.get());
  }
}
