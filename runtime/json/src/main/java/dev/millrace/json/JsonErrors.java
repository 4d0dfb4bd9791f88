package dev.millrace.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.millrace.functions.codec.DecodeException;

/** Messages about JSON that cannot be read: where, and never what, for events may be private. */
final class JsonErrors {

  private JsonErrors() {}

  static DecodeException undecodable(String what, Exception e) {
    StringBuilder message =
        new StringBuilder("Expected JSON of an event, but it cannot be read: type=").append(what);
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      message.append(", field=").append(path(mapping));
    }
    if (e instanceof JsonProcessingException json && json.getLocation() != null) {
      JsonLocation at = json.getLocation();
      message.append(", line=").append(at.getLineNr()).append(", column=").append(at.getColumnNr());
    }
    message.append(", problem=").append(e.getClass().getSimpleName()).append('.');
    return new DecodeException(message.toString(), null);
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.length() == 0 ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }
}
