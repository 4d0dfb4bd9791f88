package dev.millrace.runtime.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger knows of a partition.
 *
 * @param checkpoint manifest of the newest checkpoint, or null
 * @param checkpointOffset next offset to read after restoring it, or {@link Progress#NO_OFFSET}
 * @param stillness since when nothing has come
 * @param checkpointedMs when the ledger was told of the checkpoint, by Redis' clock; {@link
 *     Stillness#UNKNOWN} if that is not known
 * @param answeredMs the newest wish for checkpoints that a checkpoint answers: its {@link
 *     CheckpointAsk#atMs}, or {@link Stillness#UNKNOWN} if there is none
 */
public record PartitionEntry(
    PartitionRef ref,
    Ownership ownership,
    Progress progress,
    @Nullable String checkpoint,
    long checkpointOffset,
    Stillness stillness,
    long checkpointedMs,
    long answeredMs) {

  /** An entry of which it is not known when its checkpoint was taken. */
  public PartitionEntry(
      PartitionRef ref,
      Ownership ownership,
      Progress progress,
      @Nullable String checkpoint,
      long checkpointOffset,
      Stillness stillness) {
    this(
        ref,
        ownership,
        progress,
        checkpoint,
        checkpointOffset,
        stillness,
        Stillness.UNKNOWN,
        Stillness.UNKNOWN);
  }

  /** An entry of which it is not known since when nothing has come. */
  public PartitionEntry(
      PartitionRef ref,
      Ownership ownership,
      Progress progress,
      @Nullable String checkpoint,
      long checkpointOffset) {
    this(ref, ownership, progress, checkpoint, checkpointOffset, Stillness.NONE);
  }

  /** The entry of a partition that the ledger knows nothing of. */
  public static PartitionEntry absent(PartitionRef ref) {
    return new PartitionEntry(ref, Ownership.NONE, Progress.NONE, null, Progress.NO_OFFSET);
  }

  /** Number of the partition within its stage. */
  public int partition() {
    return ref.number();
  }

  public long epoch() {
    return ownership.epoch();
  }

  public @Nullable String owner() {
    return ownership.owner();
  }

  public long leaseUntilMs() {
    return ownership.leaseUntilMs();
  }

  public long committed() {
    return progress.committed();
  }

  public long watermarkMs() {
    return progress.watermarkMs();
  }

  public long nextTimerMs() {
    return progress.nextTimerMs();
  }

  public double rate() {
    return progress.rate();
  }

  public double busy() {
    return progress.busy();
  }

  public String state() {
    return progress.state();
  }

  public List<String> decisions() {
    return progress.decisions();
  }

  /**
   * Whether the state begins, empty, where the partition stands, so that there is nothing to save:
   * always so of a function without windows (rule F3).
   */
  public boolean keepsNothing() {
    return decisions().equals(List.of(committed() + "s"));
  }
}
