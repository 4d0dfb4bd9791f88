package dev.millrace.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Panes as tables, for failure messages. */
public final class PaneTable {
  private static final List<String> PANE_HEAD =
      List.of("", "key", "window", "pane", "#", "final", "value");
  private static final long TEN_YEARS_MS = 10L * 365 * 24 * 3600 * 1000;

  private PaneTable() {}

  /**
   * Both lists in one table in a common order: "-" marks what is missing, "+" what is unexpected.
   */
  public static String difference(List<PaneRow> expected, List<PaneRow> actual) {
    int[][] common = commonLengths(expected, actual);
    List<List<String>> rows = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < expected.size() || j < actual.size()) {
      if (i < expected.size() && j < actual.size() && expected.get(i).equals(actual.get(j))) {
        rows.add(cells(" ", expected.get(i)));
        i++;
        j++;
      } else if (j == actual.size()
          || (i < expected.size() && common[i + 1][j] >= common[i][j + 1])) {
        rows.add(cells("-", expected.get(i++)));
      } else {
        rows.add(cells("+", actual.get(j++)));
      }
    }
    return render(PANE_HEAD, rows);
  }

  /** The panes, one per line. */
  public static String of(List<PaneRow> panes) {
    List<List<String>> rows = new ArrayList<>();
    panes.forEach(p -> rows.add(cells(" ", p)));
    return render(PANE_HEAD, rows);
  }

  /** Columns as wide as their widest cell. */
  private static String render(List<String> head, List<List<String>> rows) {
    int[] widths = new int[head.size()];
    List<List<String>> all = new ArrayList<>(rows);
    all.add(0, head);
    for (List<String> row : all) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        line.append(pad(row.get(c), widths[c])).append("  ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static List<String> cells(String mark, PaneRow p) {
    return Arrays.asList(
        mark,
        '"' + p.key() + '"',
        "[" + time(p.startMs()) + ", " + time(p.endMs()) + ")",
        p.kind().label(),
        Integer.toString(p.index()),
        Boolean.toString(p.isFinal()),
        p.value());
  }

  private static String time(long ms) {
    if (ms == Long.MIN_VALUE || ms == Long.MAX_VALUE) {
      return "…";
    }
    return Math.abs(ms) < TEN_YEARS_MS ? Long.toString(ms) : Instant.ofEpochMilli(ms).toString();
  }

  private static String pad(String cell, int width) {
    return cell + " ".repeat(width - cell.length());
  }

  /** Length of the longest common subsequence of the rests that begin at (i, j). */
  private static int[][] commonLengths(List<PaneRow> a, List<PaneRow> b) {
    int[][] length = new int[a.size() + 1][b.size() + 1];
    for (int i = a.size() - 1; i >= 0; i--) {
      for (int j = b.size() - 1; j >= 0; j--) {
        length[i][j] =
            a.get(i).equals(b.get(j))
                ? length[i + 1][j + 1] + 1
                : Math.max(length[i + 1][j], length[i][j + 1]);
      }
    }
    return length;
  }
}
