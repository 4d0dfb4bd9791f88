package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Reads the needed fields of plain JSON, as most events are: ASCII without escapes, numbers without
 * exponent and of no more digits than usual, little nesting, no field twice. At anything else, JSON
 * that is wrong included, it gives up, and the event is read from its beginning by Jackson. So it
 * may refuse what it likes, but never accept what Jackson refuses or reads otherwise. One pass, no
 * allocation but of the values. For one event.
 */
final class PlainJson {
  private static final int END = -1;
  private static final int DEEPEST = 16;
  private static final int LONGEST_NAME = 1_000;
  private static final int MOST_DIGITS = 18;
  private static final int LONGEST_NUMBER = 40;

  private final byte[] json;
  private final JsonEvent event;
  private final boolean[] seen;
  private int at;

  private PlainJson(byte[] json, JsonEvent event, int slots) {
    this.json = json;
    this.event = event;
    this.seen = new boolean[slots];
  }

  /** The fields of an event; null if it is not plain. */
  static @Nullable JsonEvent read(byte[] json, FieldTree root, int slots) {
    JsonEvent event = new JsonEvent(slots);
    PlainJson reader = new PlainJson(json, event, slots);
    boolean isPlain = reader.next() == '{' && reader.object(root, 0) && reader.next() == END;
    return isPlain ? event : null;
  }

  /** Takes the next byte that is no white space. */
  private int next() {
    while (at < json.length) {
      int c = json[at++] & 0xFF;
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return c;
      }
    }
    return END;
  }

  private boolean object(@Nullable FieldTree node, int depth) {
    int c = next();
    if (c == '}') {
      return true;
    }
    while (c == '"') {
      int from = at;
      if (!text() || at - from > LONGEST_NAME) {
        return false;
      }
      FieldTree child = node == null ? null : node.field(json, from, at - 1);
      if (next() != ':' || !value(child, depth)) {
        return false;
      }
      c = next();
      if (c != ',') {
        return c == '}';
      }
      c = next();
    }
    return false;
  }

  private boolean array(@Nullable FieldTree node, int depth) {
    int c = next();
    if (c == ']' || c == END) {
      return c == ']';
    }
    at--;
    for (int i = 0; value(node == null ? null : node.element(i), depth); i++) {
      c = next();
      if (c != ',') {
        return c == ']';
      }
    }
    return false;
  }

  private boolean value(@Nullable FieldTree node, int depth) {
    int slot = node == null ? FieldTree.NO_SLOT : node.slot();
    boolean isNeeded = slot != FieldTree.NO_SLOT;
    if (isNeeded) {
      if (seen[slot]) {
        return false;
      }
      seen[slot] = true;
    }
    int c = next();
    return switch (c) {
      case '{' -> !isNeeded && depth < DEEPEST && object(node, depth + 1);
      case '[' -> !isNeeded && depth < DEEPEST && array(node, depth + 1);
      case '"' -> isNeeded ? neededText(slot) : text();
      case 't' -> literal("true") && keep(slot, true);
      case 'f' -> literal("false") && keep(slot, false);
      case 'n' -> literal("null");
      default -> number(c, slot);
    };
  }

  private boolean keep(int slot, Object value) {
    if (slot != FieldTree.NO_SLOT) {
      event.value(slot, value);
    }
    return true;
  }

  /** Takes the rest of a text and its closing quote. Bytes beyond ASCII are negative. */
  private boolean text() {
    while (at < json.length) {
      byte c = json[at++];
      if (c == '"') {
        return true;
      }
      if (c < ' ' || c == '\\') {
        return false;
      }
    }
    return false;
  }

  private boolean neededText(int slot) {
    int from = at;
    return text() && keep(slot, new String(json, from, at - 1 - from, ISO_8859_1));
  }

  private boolean literal(String word) {
    for (int i = 1; i < word.length(); i++) {
      if (at == json.length || json[at++] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean number(int first, int slot) {
    int from = at - 1;
    if (first >= '0' && first <= '9') {
      at--;
    } else if (first != '-') {
      return false;
    }
    int wholeFrom = at;
    long whole = digits();
    int wholeDigits = at - wholeFrom;
    if (wholeDigits == 0 || (wholeDigits > 1 && json[wholeFrom] == '0')) {
      return false;
    }
    if (at < json.length && json[at] == '.') {
      return fraction(from, slot);
    }
    if (wholeDigits > MOST_DIGITS || isExponent()) {
      return false;
    }
    return keep(slot, first == '-' ? -whole : whole);
  }

  private boolean fraction(int from, int slot) {
    at++;
    int digitsFrom = at;
    digits();
    if (at == digitsFrom || at - from > LONGEST_NUMBER || isExponent()) {
      return false;
    }
    if (slot == FieldTree.NO_SLOT) {
      return true;
    }
    BigDecimal value = new BigDecimal(new String(json, from, at - from, ISO_8859_1));
    return keep(slot, JsonScalars.canonical(value));
  }

  /** Takes digits; their number is right if they are few enough for a long. */
  private long digits() {
    long value = 0;
    while (at < json.length && json[at] >= '0' && json[at] <= '9') {
      value = 10 * value + (json[at++] - '0');
    }
    return value;
  }

  private boolean isExponent() {
    return at < json.length && (json[at] | 0x20) == 'e';
  }
}
