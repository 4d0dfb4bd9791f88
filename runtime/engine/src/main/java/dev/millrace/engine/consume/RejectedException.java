package dev.millrace.engine.consume;

import dev.millrace.engine.RejectReason;
import org.jspecify.annotations.Nullable;

/**
 * A record that a stage cannot process. Carries no stack trace of its own: a flood of bad records
 * must not cost more than good ones; the cause has its own.
 */
public final class RejectedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final RejectReason reason;
  private final boolean stateTouched;

  /**
   * @param message names what was expected and what was seen, without payload
   */
  public RejectedException(RejectReason reason, String message, @Nullable Throwable cause) {
    this(reason, message, cause, false);
  }

  private RejectedException(
      RejectReason reason, String message, @Nullable Throwable cause, boolean stateTouched) {
    super(message, cause, false, false);
    this.reason = reason;
    this.stateTouched = stateTouched;
  }

  /** User code threw, and may have changed an accumulator before it did (rule E1). */
  public static RejectedException stateTouched(String message, Throwable cause) {
    return new RejectedException(RejectReason.FUNCTION_FAILED, message, cause, true);
  }

  public RejectReason reason() {
    return reason;
  }

  /** Whether the state may differ from the one before the record. */
  public boolean stateTouched() {
    return stateTouched;
  }
}
