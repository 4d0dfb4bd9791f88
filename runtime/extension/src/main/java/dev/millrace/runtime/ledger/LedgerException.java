package dev.millrace.runtime.ledger;

import org.jspecify.annotations.Nullable;

/** The ledger refused or cannot be used; the kinds below say what to do. */
public class LedgerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LedgerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
