package dev.millrace.runtime.http;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/**
 * The body of an answer other than 200.
 *
 * @param message what was expected, what was seen, and what to do
 */
public record ApiError(String message) {

  /** An answer with such a body. */
  static Response response(Response.Status status, String message) {
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .entity(new ApiError(message))
        .build();
  }
}
