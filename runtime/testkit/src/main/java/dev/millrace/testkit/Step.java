package dev.millrace.testkit;

import org.jspecify.annotations.Nullable;

/** One thing that happens to a function in a {@link Script}. */
public sealed interface Step {

  /**
   * A record arrives.
   *
   * @param partition source partition, from 0
   * @param offset its offset, or {@link #NEXT_OFFSET}
   * @param timestampMs the Kafka timestamp; -1 for none
   * @param key the record's key
   * @param value the record's value
   */
  record Arrival(
      int partition, long offset, long timestampMs, byte @Nullable [] key, byte @Nullable [] value)
      implements Step {

    /** The offset after the last one of the partition. */
    public static final long NEXT_OFFSET = -1;
  }

  /** Offsets that hold no record for the function: control records, or removed by compaction. */
  record Skip(int partition, long nextOffset) implements Step {}

  /** The clock goes on to an instant; partitions may fall idle meanwhile (rule W8). */
  record Wall(long wallMs) implements Step {}

  /** A partition is added to the topic; only for re-keyed functions (rule R3). */
  record AddPartition(int partition) implements Step {}

  /** All state is saved. */
  record Checkpoint() implements Step {}

  /**
   * The process dies and another takes over: state since the last checkpoint and output that was
   * not committed are lost.
   */
  record Crash() implements Step {}
}
