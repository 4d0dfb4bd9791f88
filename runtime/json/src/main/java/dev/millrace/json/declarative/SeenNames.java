package dev.millrace.json.declarative;

import java.util.Arrays;

/**
 * The names of the fields of one object, so that one that comes twice is noticed. Made once and
 * used for one event after the other, by one thread.
 */
final class SeenNames {
  /** With more it is cheaper to look them up, which is left to Jackson. */
  private static final int MOST = 32;

  private final int[] from = new int[MOST];
  private final int[] to = new int[MOST];
  private int count;

  void clear() {
    count = 0;
  }

  /** Takes the name {@code [begin, end)}; false if it was there already, or there are too many. */
  boolean add(byte[] json, int begin, int end) {
    if (count == MOST) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (Arrays.equals(json, from[i], to[i], json, begin, end)) {
        return false;
      }
    }
    from[count] = begin;
    to[count] = end;
    count++;
    return true;
  }
}
