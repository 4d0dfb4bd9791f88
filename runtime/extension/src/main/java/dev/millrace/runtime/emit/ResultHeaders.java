package dev.millrace.runtime.emit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.InputRecord;
import java.util.List;
import org.apache.kafka.common.header.Header;

/**
 * The headers of results of a function without windows: its name, and which result it is, by which
 * a reader of at-least-once output can tell a repeated one (rule F3). For one thread.
 */
final class ResultHeaders {
  private final Header function;
  private final byte[] digits = new byte[2 * 20 + 11 + 2];

  /** A header whose value is made for it; not to be changed. */
  private record Text(String key, byte[] value) implements Header {}

  ResultHeaders(String function) {
    this.function = new Text(HeaderNames.FUNCTION, function.getBytes(UTF_8));
  }

  /** The headers of a result. */
  List<Header> of(InputRecord record, int index) {
    int at = number(digits.length, index);
    digits[--at] = '/';
    at = number(at, record.sourceOffset());
    digits[--at] = '/';
    at = number(at, record.source());
    byte[] value = new byte[digits.length - at];
    System.arraycopy(digits, at, value, 0, value.length);
    return List.of(function, new Text(HeaderNames.RESULT, value));
  }

  /** Writes a number from 0 before a place; gives the place where it begins. */
  private int number(int end, long value) {
    int at = end;
    long left = value;
    do {
      digits[--at] = (byte) ('0' + left % 10);
      left /= 10;
    } while (left > 0);
    return at;
  }
}
