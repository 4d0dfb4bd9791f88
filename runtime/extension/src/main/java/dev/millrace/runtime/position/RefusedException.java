package dev.millrace.runtime.position;

import org.jspecify.annotations.Nullable;

/** A partition cannot go on without a loss that nobody accepted (rule X6). Nothing was changed. */
public class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is left where nothing can be accepted; the end of a message. */
  public static final String START_OVER =
      " To start over, stop the function and run millrace start-over <function>; what it has written"
          + " stays.";

  private final @Nullable Loss acceptable;

  /**
   * Creates a refusal.
   *
   * @param acceptable what the operator can accept to go on nevertheless, or null
   */
  public RefusedException(String message, @Nullable Loss acceptable) {
    super(acceptable == null ? message : message + howTo(acceptable));
    this.acceptable = acceptable;
  }

  /** What can be accepted, or null. */
  public @Nullable Loss acceptable() {
    return acceptable;
  }

  private static String howTo(Loss loss) {
    return " To accept this on purpose, set accept="
        + loss.label()
        + " for the function (quarkus.millrace.functions.\"<function>\".accept) for one start.";
  }
}
