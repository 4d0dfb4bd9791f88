package dev.millrace.runtime.partition;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Figures of a partition that outlive its reopening. Written by few threads, read by any. */
public final class PartitionGauges {
  /** Time of the last restore in milliseconds. */
  public final AtomicLong restoreMs = new AtomicLong();

  /** Records replayed since the pod took the partition. */
  public final AtomicLong replayed = new AtomicLong();

  /** Time of the last transaction's commit in nanoseconds, and of all. */
  public final AtomicLong commitNs = new AtomicLong();

  /** Time of all commits in nanoseconds. */
  public final AtomicLong commitTotalNs = new AtomicLong();

  /** Number of commits. */
  public final AtomicLong commits = new AtomicLong();

  /** Transactions that were open for longer than Kafka allows. */
  public final AtomicLong expired = new AtomicLong();

  /** Panes and records too large for a record of their topic. */
  public final AtomicLong oversized = new AtomicLong();

  /** Sampled records whose key was in another partition before, against {@code @AlreadyKeyed}. */
  public final AtomicLong scatteredKeys = new AtomicLong();

  /** Time of the last complete checkpoint from begin to pointer, in milliseconds. */
  public final AtomicLong checkpointMs = new AtomicLong();

  /** Bytes of the last complete checkpoint. */
  public final AtomicLong checkpointBytes = new AtomicLong();

  /** Monotonic time of the last complete checkpoint, or of taking the partition. */
  public final AtomicLong checkpointAtMs = new AtomicLong();

  /** Complete checkpoints. */
  public final AtomicLong checkpoints = new AtomicLong();

  /** Checkpoints that failed. */
  public final AtomicLong checkpointFailures = new AtomicLong();

  /** Why the last checkpoint failed; null if it did not. */
  public final AtomicReference<@Nullable RuntimeException> checkpointError =
      new AtomicReference<>();

  /** Times that the group's offset in Kafka was not obeyed, because the ledger knew better (X6). */
  public final AtomicLong overruled = new AtomicLong();

  /** Records lost with the operator's consent. */
  public final AtomicLong acceptedLoss = new AtomicLong();
}
