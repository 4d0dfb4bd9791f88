package dev.millrace.state.objectstore;

import org.jspecify.annotations.Nullable;

/** There is an object of that key already. It was not touched. */
public final class PreconditionFailedException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public PreconditionFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
