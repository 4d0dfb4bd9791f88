package dev.millrace.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.functions.PaneKind;
import org.jspecify.annotations.Nullable;

/**
 * A pane that a test expects. What it does not say is not compared: the index never, the final mark
 * only if asked for.
 *
 * @param value text of the encoded result; where both are JSON, compared as JSON
 * @param isFinal null if it does not matter
 */
public record ExpectedPane(
    String key, long startMs, long endMs, PaneKind kind, String value, @Nullable Boolean isFinal) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** A provisional pane before the window is complete. */
  public static ExpectedPane early(String key, long startMs, long endMs, String value) {
    return new ExpectedPane(key, startMs, endMs, PaneKind.EARLY, value, null);
  }

  /** The pane of a complete window. */
  public static ExpectedPane onTime(String key, long startMs, long endMs, String value) {
    return new ExpectedPane(key, startMs, endMs, PaneKind.ON_TIME, value, null);
  }

  /** A pane for a late record. */
  public static ExpectedPane late(String key, long startMs, long endMs, String value) {
    return new ExpectedPane(key, startMs, endMs, PaneKind.LATE, value, null);
  }

  /** A pane that takes back the one before it. */
  public static ExpectedPane retraction(String key, long startMs, long endMs, String value) {
    return new ExpectedPane(key, startMs, endMs, PaneKind.RETRACTION, value, null);
  }

  /** The same, which nothing can revise any more. */
  public ExpectedPane asFinal() {
    return new ExpectedPane(key, startMs, endMs, kind, value, true);
  }

  /** The same, which may still be revised. */
  public ExpectedPane asProvisional() {
    return new ExpectedPane(key, startMs, endMs, kind, value, false);
  }

  boolean matches(PaneRow row) {
    return key.equals(row.key())
        && startMs == row.startMs()
        && endMs == row.endMs()
        && kind == row.kind()
        && (isFinal == null || isFinal == row.isFinal())
        && sameValue(value, row.value());
  }

  /** The row it stands for, with what it does not say taken from the actual one, for a table. */
  PaneRow like(@Nullable PaneRow actual) {
    if (actual != null && matches(actual)) {
      return actual;
    }
    return new PaneRow(0, key, startMs, endMs, kind, 0, Boolean.TRUE.equals(isFinal), value);
  }

  static boolean sameValue(String expected, String actual) {
    if (expected.equals(actual)) {
      return true;
    }
    JsonNode a = json(expected);
    JsonNode b = json(actual);
    return a != null && b != null && a.equals(b);
  }

  private static @Nullable JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
