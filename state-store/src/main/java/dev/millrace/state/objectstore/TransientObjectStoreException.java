package dev.millrace.state.objectstore;

import org.jspecify.annotations.Nullable;

/** The store is away, slow, full or overloaded: the same call may succeed later. */
public final class TransientObjectStoreException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public TransientObjectStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
