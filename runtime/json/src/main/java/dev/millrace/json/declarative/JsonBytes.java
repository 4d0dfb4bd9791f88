package dev.millrace.json.declarative;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.util.Arrays;

/** Builds JSON in UTF-8 of what needs no escaping. For one thread. */
final class JsonBytes {
  private static final int LONGEST_NUMBER = 20;

  private byte[] bytes;
  private int length;

  JsonBytes(int expectedBytes) {
    bytes = new byte[expectedBytes];
  }

  /** Whether a text has only ASCII that stands for itself in JSON. */
  static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  /** Adds JSON as it is. */
  JsonBytes raw(byte[] json) {
    reserve(json.length);
    System.arraycopy(json, 0, bytes, length, json.length);
    length += json.length;
    return this;
  }

  /** Adds a character of ASCII. */
  JsonBytes raw(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
    return this;
  }

  /** Adds a text that {@link #isPlain}, in quotes. */
  JsonBytes plain(String text) {
    reserve(text.length() + 2);
    byte[] to = bytes;
    int at = length;
    to[at++] = '"';
    for (int i = 0; i < text.length(); i++) {
      to[at++] = (byte) text.charAt(i);
    }
    to[at++] = '"';
    length = at;
    return this;
  }

  JsonBytes number(long value) {
    reserve(LONGEST_NUMBER);
    length = NumberOutput.outputLong(value, bytes, length);
    return this;
  }

  private void reserve(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }
}
