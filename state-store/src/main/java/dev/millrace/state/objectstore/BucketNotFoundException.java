package dev.millrace.state.objectstore;

import org.jspecify.annotations.Nullable;

/**
 * There is no such bucket. Requests whose answer has no body say of a missing bucket the same as of
 * a missing object.
 */
public final class BucketNotFoundException extends ObjectNotFoundException {
  private static final long serialVersionUID = 1L;

  public BucketNotFoundException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
