package dev.millrace.functions.state;

/** State was written with a schema that the present class cannot read. Nothing was changed. */
public class IncompatibleStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public IncompatibleStateException(String message) {
    super(message);
  }
}
