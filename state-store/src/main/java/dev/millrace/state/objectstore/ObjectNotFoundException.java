package dev.millrace.state.objectstore;

import org.jspecify.annotations.Nullable;

/** There is no such object, or no such bucket. */
public final class ObjectNotFoundException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectNotFoundException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
