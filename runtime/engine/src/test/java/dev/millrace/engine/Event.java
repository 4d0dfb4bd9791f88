package dev.millrace.engine;

import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.time.EventTimeExtractor;
import java.nio.charset.StandardCharsets;

/** The event of the engine's tests; as text {@code time:amount}, with {@code none} for no time. */
record Event(long timeMs, long amount) {

  static Event decode(byte[] bytes) throws DecodeException {
    String[] parts = new String(bytes, StandardCharsets.UTF_8).split(":", -1);
    try {
      long timeMs = parts[0].equals("none") ? EventTimeExtractor.NONE : Long.parseLong(parts[0]);
      return new Event(timeMs, Long.parseLong(parts[1]));
    } catch (RuntimeException e) {
      throw new DecodeException("Expected time:amount, but got something else.", e);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
