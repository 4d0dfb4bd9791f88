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

  /** Levenshtein's distance, row by row. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
