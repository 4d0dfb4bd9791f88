package dev.millrace.state.checkpoint;

import dev.millrace.state.CorruptStateException;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint is not what its manifest says, or has no readable manifest. The reaction is to take
 * the one before it and replay more of the log (rule C3).
 */
public final class CorruptCheckpointException extends CorruptStateException {
  private static final long serialVersionUID = 1L;

  private final transient CheckpointId checkpoint;

  public CorruptCheckpointException(
      CheckpointId checkpoint, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.checkpoint = checkpoint;
  }

  /** The damaged one. */
  public CheckpointId checkpoint() {
    return checkpoint;
  }
}
