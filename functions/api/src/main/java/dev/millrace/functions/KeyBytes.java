package dev.millrace.functions;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * From the types that {@link Key} may stand on to the bytes of a key. Different keys of one type
 * have different bytes. A single value is its plain text in UTF-8; several are the text of a JSON
 * array. Null, alone or among several, is no key.
 */
public final class KeyBytes {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private KeyBytes() {}

  /**
   * A single value: text, integer, boolean, UUID, enum or bytes.
   *
   * @throws IllegalArgumentException if the value has another type, or is a text with half a
   *     surrogate pair
   */
  public static byte @Nullable [] of(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    return utf8(value instanceof CharSequence text ? text.toString() : plainText(value));
  }

  /** Several values, as {@code ["JFK",12,true]}; see {@link #of}. Bytes are not allowed. */
  public static byte @Nullable [] composite(@Nullable Object... values) {
    StringBuilder text = new StringBuilder("[");
    for (Object value : values) {
      if (value == null) {
        return null;
      }
      text.append(text.length() > 1 ? "," : "");
      if (value instanceof Number || value instanceof Boolean) {
        text.append(plainText(value));
      } else {
        quote(value instanceof CharSequence chars ? chars.toString() : plainText(value), text);
      }
    }
    return utf8(text.append(']').toString());
  }

  private static String plainText(Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof UUID
        || value instanceof java.math.BigInteger) {
      return value.toString();
    }
    throw new IllegalArgumentException(
        "Expected a key that is a text, an integer, a boolean, a UUID, an enum or bytes, but it has"
            + " another type: type="
            + value.getClass().getName()
            + ".");
  }

  private static byte[] utf8(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return strictUtf8(text);
      }
    }
    return bytes;
  }

  /** {@code getBytes} would map all broken texts to one key. */
  private static byte[] strictUtf8(String text) {
    try {
      ByteBuffer buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "Expected a key of whole characters, but it has half a surrogate pair: length="
              + text.length()
              + ".",
          e);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 0xF]);
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
