package dev.millrace.runtime.ledger;

import org.jspecify.annotations.Nullable;

/** The ledger refused or cannot be used; the kinds below say what to do. */
public class LedgerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LedgerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** What went wrong, in one word for counting. */
  public Kind kind() {
    return Kind.FAILED;
  }

  /** Kinds of failures. */
  public enum Kind {
    /** Redis is away, overloaded, loading or full. */
    UNAVAILABLE,
    /** Another pod has the partition. */
    FENCED,
    /** Redis refuses the user, or is set up in a way that loses keys. */
    SETUP,
    /** Anything else: the command or what is stored. */
    FAILED
  }
}
