package dev.millrace.testkit;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A result of a function without windows that a test expects.
 *
 * @param key null for none
 * @param timeMs its Kafka timestamp; null if it does not matter
 * @param value text of the encoded result; where both are JSON, compared as JSON
 */
public record ExpectedResult(@Nullable String key, @Nullable Long timeMs, String value) {

  /** A result whose time does not matter. */
  public static ExpectedResult result(@Nullable String key, String value) {
    return new ExpectedResult(key, null, value);
  }

  /** The same with a time. */
  public ExpectedResult at(long timeMs) {
    return new ExpectedResult(key, timeMs, value);
  }

  static void require(List<ExpectedResult> expected, List<ResultRow> actual) {
    boolean same = expected.size() == actual.size();
    for (int i = 0; same && i < expected.size(); i++) {
      same = expected.get(i).matches(actual.get(i));
    }
    if (!same) {
      throw new AssertionError(
          "Expected other results:\n- " + lines(expected) + "\n+ " + lines(actual));
    }
  }

  private static String lines(List<?> rows) {
    return String.join("\n  ", rows.stream().map(Object::toString).toList());
  }

  private boolean matches(ResultRow row) {
    return Objects.equals(key, row.key())
        && (timeMs == null || timeMs == row.timeMs())
        && ExpectedPane.sameValue(value, row.value());
  }
}
