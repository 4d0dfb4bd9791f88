package dev.millrace.runtime.ledger;

import org.jspecify.annotations.Nullable;

/**
 * Redis is away, overloaded, loading or full: try again later (rule L4). Whether the write took
 * place is not known; all writes may be repeated.
 */
public class LedgerUnavailableException extends LedgerException {
  private static final long serialVersionUID = 1L;

  public LedgerUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  @Override
  public Kind kind() {
    return Kind.UNAVAILABLE;
  }
}
