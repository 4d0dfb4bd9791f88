package dev.millrace.testkit.cases;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JSON whose numbers stay exact. */
final class Json {
  static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  static ObjectNode file(Path path) {
    return object(text(path), path.toString());
  }

  static List<ObjectNode> lines(Path path) {
    List<ObjectNode> lines = new ArrayList<>();
    int number = 0;
    for (String line : text(path).lines().toList()) {
      number++;
      if (!line.isBlank()) {
        lines.add(object(line, path + ":" + number));
      }
    }
    return lines;
  }

  /** Whether two values are the same; numbers by what they are worth. */
  static boolean same(JsonNode expected, JsonNode actual) {
    if (expected.isNumber() && actual.isNumber()) {
      return expected.decimalValue().compareTo(actual.decimalValue()) == 0
          || (!expected.isIntegralNumber() && expected.doubleValue() == actual.doubleValue());
    }
    if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      boolean same = true;
      for (int i = 0; i < expected.size(); i++) {
        same &= same(expected.get(i), actual.get(i));
      }
      return same;
    }
    return expected.equals(actual);
  }

  static JsonNode value(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Expected JSON, but got: " + text, e);
    }
  }

  private static ObjectNode object(String text, String where) {
    try {
      if (MAPPER.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Expected a JSON object at " + where, e);
    }
    throw new IllegalArgumentException("Expected a JSON object at " + where + ", but got: " + text);
  }

  private static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to read " + path, e);
    }
  }
}
