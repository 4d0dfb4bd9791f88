package dev.millrace.engine;

/**
 * User code threw and may have changed an accumulator before it did (rule E1). The task is of no
 * use any more: abort the transaction, restore the checkpoint, and replay with the rejection of
 * this record as a decision.
 */
public final class PoisonedStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long offset;

  PoisonedStateException(int partition, long offset, Throwable cause) {
    super(
        "Expected the function to add an event, but it threw and may have changed its state:"
            + " partition="
            + partition
            + ", offset="
            + offset
            + ". Restore the checkpoint and reject the record.",
        cause);
    this.offset = offset;
  }

  /** Offset of the record. */
  public long offset() {
    return offset;
  }
}
