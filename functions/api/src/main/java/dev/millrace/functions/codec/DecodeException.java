package dev.millrace.functions.codec;

import org.jspecify.annotations.Nullable;

/** The bytes of a record are not an event of the expected type. Rejects that record only. */
public class DecodeException extends Exception {
  private static final long serialVersionUID = 1L;

  public DecodeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
