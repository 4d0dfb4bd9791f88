package dev.millrace.state;

import org.jspecify.annotations.Nullable;

/**
 * The store could not read or write its local files (disk full, permission, I/O error). The store
 * is not to be used any more: local state is a cache, the reaction is to restore from a checkpoint.
 */
public class StateStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StateStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
