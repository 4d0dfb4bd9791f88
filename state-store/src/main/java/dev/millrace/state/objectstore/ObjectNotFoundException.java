package dev.millrace.state.objectstore;

import org.jspecify.annotations.Nullable;

/** There is no such object, or no such bucket. */
public sealed class ObjectNotFoundException extends ObjectStoreException
    permits BucketNotFoundException {
  private static final long serialVersionUID = 1L;

  public ObjectNotFoundException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
