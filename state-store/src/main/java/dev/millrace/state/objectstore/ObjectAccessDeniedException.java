package dev.millrace.state.objectstore;

import org.jspecify.annotations.Nullable;

/** The store does not accept the credentials, or they do not permit the call. */
public final class ObjectAccessDeniedException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectAccessDeniedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
