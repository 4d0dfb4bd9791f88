package dev.millrace.runtime.ledger;

import org.jspecify.annotations.Nullable;

/** Redis is not set up for the ledger: stop at start and say what to change (rule L6). */
public class LedgerConfigurationException extends LedgerException {
  private static final long serialVersionUID = 1L;

  public LedgerConfigurationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  @Override
  public Kind kind() {
    return Kind.SETUP;
  }
}
