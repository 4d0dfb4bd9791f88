package dev.millrace.json.declarative;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody may have meant. */
final class Suggestions {

  private Suggestions() {}

  /** The word nearest to another one, if at most a third of it differs; else null. */
  static @Nullable String nearest(String wrong, List<String> words) {
    String nearest = null;
    int best = Math.max(1, wrong.length() / 3) + 1;
    for (String word : words) {
      int distance =
          distance(
              wrong.toLowerCase(java.util.Locale.ROOT), word.toLowerCase(java.util.Locale.ROOT));
      if (distance < best) {
        best = distance;
        nearest = word;
      }
    }
    return nearest;
  }

  /**
   * Changes from one word to another: a letter more, less or other, or two neighbours swapped
   * (optimal string alignment).
   */
  private static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        if (isSwapped(a, i, b, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }

  private static boolean isSwapped(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
