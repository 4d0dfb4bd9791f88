package dev.millrace.json.declarative;

import java.util.ArrayList;
import java.util.List;

/**
 * The way to a value of a JSON event: {@code carrier}, {@code order.customer.id}, {@code
 * items[0].price}, {@code ["a.b"].c}.
 *
 * @param text as written
 * @param steps a {@code String} for each field, an {@code Integer} for each element
 */
record FieldPath(String text, List<Object> steps) {

  FieldPath {
    steps = List.copyOf(steps);
  }

  /**
   * Reads a path.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static FieldPath parse(String text) {
    List<Object> steps = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("[\"", at)) {
        int end = text.indexOf("\"]", at + 2);
        require(end >= 0, text, at);
        steps.add(text.substring(at + 2, end));
        at = end + 2;
      } else if (text.charAt(at) == '[') {
        int end = text.indexOf(']', at);
        require(end > at + 1, text, at);
        steps.add(index(text, at + 1, end));
        at = end + 1;
      } else {
        int end = nameEnd(text, at);
        require(end > at, text, at);
        steps.add(text.substring(at, end));
        at = end;
      }
      at = afterDot(text, at);
    }
    require(!steps.isEmpty(), text, 0);
    return new FieldPath(text, steps);
  }

  /** A dot must be followed by a name; only a bracket may follow without one. */
  private static int afterDot(String text, int at) {
    if (at < text.length() && text.charAt(at) == '.') {
      require(at + 1 < text.length() && text.charAt(at + 1) != '[', text, at);
      return at + 1;
    }
    require(at == text.length() || text.charAt(at) == '[', text, at);
    return at;
  }

  private static int nameEnd(String text, int from) {
    int at = from;
    while (at < text.length() && ".[]\"".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static Integer index(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      require(Character.digit(text.charAt(i), 10) >= 0 && to - from <= 6, text, i);
    }
    return Integer.valueOf(text.substring(from, to));
  }

  private static void require(boolean right, String text, int position) {
    if (!right) {
      throw new IllegalArgumentException(
          "Expected a field path such as order.items[0].price or [\"a.b\"], but it is malformed:"
              + " path="
              + text
              + ", position="
              + (position + 1)
              + ".");
    }
  }
}
