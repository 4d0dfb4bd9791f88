package dev.millrace.state;

import org.jspecify.annotations.Nullable;

/** Stored state is damaged. The reaction is to restore from a checkpoint, or from an older one. */
public class CorruptStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CorruptStateException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public CorruptStateException(String message) {
    super(message);
  }
}
