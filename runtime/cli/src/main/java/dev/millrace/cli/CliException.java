package dev.millrace.cli;

import org.jspecify.annotations.Nullable;

/** A command cannot be carried out; the message is all that the user needs to see. */
public class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CliException(String message) {
    this(message, null);
  }

  public CliException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
