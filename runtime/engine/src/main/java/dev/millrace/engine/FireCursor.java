package dev.millrace.engine;

import java.util.Arrays;

/**
 * The last pane emitted of a firing that is not over (rule X4), in the order of rule W4: end, then
 * start, then key bytes unsigned.
 */
public record FireCursor(long endMs, long startMs, byte[] key) implements Comparable<FireCursor> {

  @Override
  public int compareTo(FireCursor other) {
    return compareTo(other.endMs, other.startMs, other.key);
  }

  /** Compares with the pane of a key and window. */
  public int compareTo(long otherEndMs, long otherStartMs, byte[] otherKey) {
    if (endMs != otherEndMs) {
      return Long.compare(endMs, otherEndMs);
    }
    return startMs != otherStartMs
        ? Long.compare(startMs, otherStartMs)
        : Arrays.compareUnsigned(key, otherKey);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FireCursor cursor && compareTo(cursor) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key) + 31 * (Long.hashCode(endMs) + 31 * Long.hashCode(startMs));
  }
}
