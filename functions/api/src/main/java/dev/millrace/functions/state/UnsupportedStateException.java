package dev.millrace.functions.state;

/** A type cannot be kept in state. Found when a function is defined, before any record. */
public class UnsupportedStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnsupportedStateException(String message) {
    super(message);
  }
}
