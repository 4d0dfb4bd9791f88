package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Reads the needed fields of plain JSON, as most events are: ASCII without escapes, numbers without
 * exponent and of no more digits than usual, little nesting, no field twice. At anything else, JSON
 * that is wrong included, it gives up, and the event is read from its beginning by Jackson. So it
 * may refuse what it likes, but never accept what Jackson refuses or reads otherwise. One pass; it
 * allocates the event and its values, and nothing for itself: methods take the place where they
 * begin and return the one behind what they read, or {@link #NOT_PLAIN}.
 */
final class PlainJson {
  private static final int NOT_PLAIN = -1;
  private static final int DEEPEST = 16;
  private static final int LONGEST_NAME = 1_000;
  private static final int MOST_DIGITS = 18;
  private static final int LONGEST_NUMBER = 40;

  private PlainJson() {}

  /** The fields of an event; null if it is not plain. */
  static @Nullable JsonEvent read(byte[] json, FieldTree root, int slots) {
    return read(json, root, slots, 0, null);
  }

  /**
   * The same of an object without others in it, if no field comes twice, needed or not, and what is
   * needed is no number with a point.
   */
  static @Nullable JsonEvent readFlat(byte[] json, FieldTree root, int slots, SeenNames names) {
    names.clear();
    return read(json, root, slots, DEEPEST, names);
  }

  private static @Nullable JsonEvent read(
      byte[] json, FieldTree root, int slots, int depth, @Nullable SeenNames names) {
    if (slots > JsonEvent.MOST_MARKED) {
      return null;
    }
    JsonEvent event = new JsonEvent(slots, names == null);
    int from = gap(json, 0);
    if (!isAt(json, from, '{')) {
      return null;
    }
    int end = object(json, from + 1, event, root, depth, names);
    return end != NOT_PLAIN && gap(json, end) == json.length ? event : null;
  }

  /** The place of the first byte that is no white space; the length if there is none. */
  private static int gap(byte[] json, int from) {
    int at = from;
    while (at < json.length && isWhite(json[at])) {
      at++;
    }
    return at;
  }

  private static boolean isWhite(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  private static boolean isAt(byte[] json, int at, char c) {
    return at < json.length && json[at] == c;
  }

  private static int object(
      byte[] json,
      int from,
      JsonEvent event,
      @Nullable FieldTree node,
      int depth,
      @Nullable SeenNames names) {
    int at = gap(json, from);
    if (isAt(json, at, '}')) {
      return at + 1;
    }
    while (isAt(json, at, '"')) {
      int nameFrom = at + 1;
      int nameEnd = text(json, nameFrom);
      if (nameEnd == NOT_PLAIN || nameEnd - nameFrom > LONGEST_NAME) {
        return NOT_PLAIN;
      }
      if (names != null && !names.add(json, nameFrom, nameEnd - 1)) {
        return NOT_PLAIN;
      }
      FieldTree child = node == null ? null : node.field(json, nameFrom, nameEnd - 1);
      at = gap(json, nameEnd);
      if (!isAt(json, at, ':')) {
        return NOT_PLAIN;
      }
      at = value(json, at + 1, event, child, depth);
      if (at == NOT_PLAIN) {
        return NOT_PLAIN;
      }
      at = gap(json, at);
      if (!isAt(json, at, ',')) {
        return isAt(json, at, '}') ? at + 1 : NOT_PLAIN;
      }
      at = gap(json, at + 1);
    }
    return NOT_PLAIN;
  }

  private static int array(
      byte[] json, int from, JsonEvent event, @Nullable FieldTree node, int depth) {
    int at = gap(json, from);
    if (isAt(json, at, ']')) {
      return at + 1;
    }
    for (int i = 0; at != NOT_PLAIN; i++) {
      at = value(json, at, event, node == null ? null : node.element(i), depth);
      if (at != NOT_PLAIN) {
        at = gap(json, at);
        if (!isAt(json, at, ',')) {
          return isAt(json, at, ']') ? at + 1 : NOT_PLAIN;
        }
        at++;
      }
    }
    return NOT_PLAIN;
  }

  private static int value(
      byte[] json, int from, JsonEvent event, @Nullable FieldTree node, int depth) {
    int slot = node == null ? FieldTree.NO_SLOT : node.slot();
    boolean isNeeded = slot != FieldTree.NO_SLOT;
    int at = gap(json, from);
    if (at == json.length || (isNeeded && !event.mark(slot))) {
      return NOT_PLAIN;
    }
    boolean mayNest = !isNeeded && depth < DEEPEST;
    return switch (json[at]) {
      case '{' -> mayNest ? object(json, at + 1, event, node, depth + 1, null) : NOT_PLAIN;
      case '[' -> mayNest ? array(json, at + 1, event, node, depth + 1) : NOT_PLAIN;
      case '"' -> isNeeded ? neededText(json, at + 1, event, slot) : text(json, at + 1);
      case 't' -> literal(json, at, "true", event, slot, true);
      case 'f' -> literal(json, at, "false", event, slot, false);
      case 'n' -> literal(json, at, "null", event, slot, null);
      default -> number(json, at, event, slot);
    };
  }

  /**
   * A text without its opening quote, to behind the closing one. Beyond ASCII bytes are negative.
   */
  private static int text(byte[] json, int from) {
    for (int at = from; at < json.length; at++) {
      byte c = json[at];
      if (c == '"') {
        return at + 1;
      }
      if (c < ' ' || c == '\\') {
        return NOT_PLAIN;
      }
    }
    return NOT_PLAIN;
  }

  private static int neededText(byte[] json, int from, JsonEvent event, int slot) {
    int end = text(json, from);
    if (end != NOT_PLAIN) {
      event.value(slot, new String(json, from, end - 1 - from, ISO_8859_1));
    }
    return end;
  }

  private static int literal(
      byte[] json, int from, String word, JsonEvent event, int slot, @Nullable Object value) {
    int end = from + word.length();
    if (end > json.length) {
      return NOT_PLAIN;
    }
    for (int i = 1; i < word.length(); i++) {
      if (json[from + i] != word.charAt(i)) {
        return NOT_PLAIN;
      }
    }
    if (slot != FieldTree.NO_SLOT) {
      event.value(slot, value);
    }
    return end;
  }

  private static int number(byte[] json, int from, JsonEvent event, int slot) {
    boolean isNegative = json[from] == '-';
    int wholeFrom = isNegative ? from + 1 : from;
    int at = wholeFrom;
    long whole = 0;
    for (; at < json.length && isDigit(json[at]); at++) {
      whole = 10 * whole + (json[at] - '0');
    }
    int digits = at - wholeFrom;
    if (digits == 0 || (digits > 1 && json[wholeFrom] == '0')) {
      return NOT_PLAIN;
    }
    if (isAt(json, at, '.')) {
      return fraction(json, from, at + 1, event, slot);
    }
    if (digits > MOST_DIGITS || isExponent(json, at)) {
      return NOT_PLAIN;
    }
    if (slot != FieldTree.NO_SLOT) {
      event.value(slot, isNegative ? -whole : whole);
    }
    return at;
  }

  private static int fraction(byte[] json, int from, int digitsFrom, JsonEvent event, int slot) {
    int at = digitsFrom;
    while (at < json.length && isDigit(json[at])) {
      at++;
    }
    if (at == digitsFrom || at - from > LONGEST_NUMBER || isExponent(json, at)) {
      return NOT_PLAIN;
    }
    if (slot != FieldTree.NO_SLOT) {
      if (!event.takesFractions()) {
        return NOT_PLAIN;
      }
      BigDecimal value = new BigDecimal(new String(json, from, at - from, ISO_8859_1));
      event.value(slot, JsonScalars.canonical(value));
    }
    return at;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isExponent(byte[] json, int at) {
    return at < json.length && (json[at] | 0x20) == 'e';
  }
}
