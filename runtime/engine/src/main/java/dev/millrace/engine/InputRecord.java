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
  private int source;
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

  /** Fills it with a record that says which source it is of, as in a re-key topic (rule R1). */
  public InputRecord setRekeyed(
      int partition,
      long offset,
      long timestampMs,
      byte @Nullable [] key,
      byte @Nullable [] value,
      int source,
      long sourceOffset,
      long sourceWatermarkMs) {
    this.partition = partition;
    this.offset = offset;
    this.timestampMs = timestampMs;
    this.key = key;
    this.value = value;
    this.source = source;
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

  /**
   * Number of the source that the record came from first (rule R5): of a function with one input
   * topic, the partition of that topic.
   */
  public int source() {
    return source;
  }

  /** The record's offset in the log of its source. */
  public long sourceOffset() {
    return sourceOffset;
  }

  /** Watermark of the source after the record; only in a re-key topic. */
  public long sourceWatermarkMs() {
    return sourceWatermarkMs;
  }
}
