package dev.millrace.cli.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Whether two encoded results say the same: equal bytes, or JSON with fields in another order. */
final class SameResult {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SameResult() {}

  static boolean is(byte @Nullable [] expected, byte @Nullable [] actual) {
    if (expected == null || actual == null) {
      return expected == actual;
    }
    return Arrays.equals(expected, actual) || isSameJson(expected, actual);
  }

  private static boolean isSameJson(byte[] expected, byte[] actual) {
    try {
      return JSON.readTree(expected).equals(JSON.readTree(actual));
    } catch (IOException e) {
      return false;
    }
  }
}
