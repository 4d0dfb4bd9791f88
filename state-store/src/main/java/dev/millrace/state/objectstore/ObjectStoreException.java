package dev.millrace.state.objectstore;

import org.jspecify.annotations.Nullable;

/** An object store did not do what was asked. The subtype says what helps. */
public abstract sealed class ObjectStoreException extends RuntimeException
    permits TransientObjectStoreException,
        ObjectNotFoundException,
        ObjectAccessDeniedException,
        PreconditionFailedException,
        ObjectStoreUsageException {
  private static final long serialVersionUID = 1L;

  ObjectStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
