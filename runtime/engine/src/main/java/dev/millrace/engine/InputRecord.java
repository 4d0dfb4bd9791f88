package dev.millrace.engine;

import org.jspecify.annotations.Nullable;

/**
 * A record as the engine reads it: one mutable holder per partition, filled again for each record,
 * so that reading allocates nothing. Valid only during the call it is passed to.
 */
public final class InputRecord {
  private int partition;
  private long offset;
  private long timestampMs;
  private byte @Nullable [] key;
  private byte @Nullable [] value;
  private int sourcePartition;
  private long sourceOffset;
  private long sourceWatermarkMs;

  /** Fills it with a record of a function's own input topic. */
  public InputRecord set(
      int partition,
      long offset,
      long timestampMs,
      byte @Nullable [] key,
      byte @Nullable [] value) {
    return setRekeyed(
        partition, offset, timestampMs, key, value, partition, offset, Long.MIN_VALUE);
  }

  /** Fills it with a record of a re-key topic, with what stands in-band (rule R1). */
  public InputRecord setRekeyed(
      int partition,
      long offset,
      long timestampMs,
      byte @Nullable [] key,
      byte @Nullable [] value,
      int sourcePartition,
      long sourceOffset,
      long sourceWatermarkMs) {
    this.partition = partition;
    this.offset = offset;
    this.timestampMs = timestampMs;
    this.key = key;
    this.value = value;
    this.sourcePartition = sourcePartition;
    this.sourceOffset = sourceOffset;
    this.sourceWatermarkMs = sourceWatermarkMs;
    return this;
  }

  public int partition() {
    return partition;
  }

  public long offset() {
    return offset;
  }

  /** The Kafka timestamp in epoch milliseconds; -1 if the record has none. */
  public long timestampMs() {
    return timestampMs;
  }

  public byte @Nullable [] key() {
    return key;
  }

  public byte @Nullable [] value() {
    return value;
  }

  /** Where the record came from first: differs from {@link #partition} in a re-key topic. */
  public int sourcePartition() {
    return sourcePartition;
  }

  public long sourceOffset() {
    return sourceOffset;
  }

  /** Watermark of the source partition after the record; only in a re-key topic. */
  public long sourceWatermarkMs() {
    return sourceWatermarkMs;
  }
}
