package dev.millrace.services;

import org.jspecify.annotations.Nullable;

/** A local service could not be started or did not answer; the message holds the end of its log. */
public class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServiceException(String message) {
    this(message, null);
  }

  public ServiceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
