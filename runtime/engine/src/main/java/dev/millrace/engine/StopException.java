package dev.millrace.engine;

import org.jspecify.annotations.Nullable;

/** A record cannot be processed and the function is set to stop then ({@code onError: stop}). */
public final class StopException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int partition;
  private final long offset;
  private final RejectReason reason;

  public StopException(
      int partition, long offset, RejectReason reason, String message, @Nullable Throwable cause) {
    super(
        message
            + " partition="
            + partition
            + ", offset="
            + offset
            + ", reason="
            + reason.label()
            + ". Correct the function or the record, or set onError to dead-letter.",
        cause);
    this.partition = partition;
    this.offset = offset;
    this.reason = reason;
  }

  public int partition() {
    return partition;
  }

  public long offset() {
    return offset;
  }

  public RejectReason reason() {
    return reason;
  }
}
