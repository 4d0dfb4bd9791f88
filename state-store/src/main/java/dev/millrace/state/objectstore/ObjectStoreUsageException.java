package dev.millrace.state.objectstore;

import org.jspecify.annotations.Nullable;

/** The call or its configuration is wrong: it will fail each time. */
public final class ObjectStoreUsageException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectStoreUsageException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
