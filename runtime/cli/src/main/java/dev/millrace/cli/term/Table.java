package dev.millrace.cli.term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rows under headings, as wide as they need and as narrow as they must: what does not fit the
 * terminal is taken from the widest columns, and the cells that lose something end in "…".
 */
public final class Table {
  private static final String GAP = "  ";
  private static final int LEAST_WIDTH = 4;

  private final String[] headings;
  private final boolean[] numeric;
  private final List<String[]> rows = new ArrayList<>();

  /**
   * A table without rows.
   *
   * @param headings one per column; a leading {@code #} marks a column of numbers, to the right
   */
  public Table(String... headings) {
    this.headings = new String[headings.length];
    this.numeric = new boolean[headings.length];
    for (int column = 0; column < headings.length; column++) {
      numeric[column] = headings[column].startsWith("#");
      this.headings[column] = headings[column].substring(numeric[column] ? 1 : 0);
    }
  }

  /** Adds a row of as many cells as there are headings. */
  public Table row(String... cells) {
    if (cells.length != headings.length) {
      throw new IllegalArgumentException(
          "Expected a cell per column, but got another number: columns="
              + headings.length
              + ", cells="
              + cells.length);
    }
    rows.add(cells.clone());
    return this;
  }

  /** The lines of the table, headings first, none longer than the terminal is wide. */
  public List<String> lines(Terminal terminal) {
    int[] widths = widths(terminal.columns());
    List<String> lines = new ArrayList<>();
    lines.add(terminal.bold(line(headings, widths)));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private int[] widths(int columns) {
    int[] widths = new int[headings.length];
    Stream.concat(Stream.<String[]>of(headings), rows.stream())
        .forEach(
            row -> {
              for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], length(row[column]));
              }
            });
    long excess = total(widths) - columns;
    while (excess > 0 && shrinkWidest(widths)) {
      excess--;
    }
    return widths;
  }

  private static long total(int[] widths) {
    return Arrays.stream(widths).asLongStream().sum() + (long) GAP.length() * (widths.length - 1);
  }

  private static boolean shrinkWidest(int[] widths) {
    int widest = 0;
    for (int column = 1; column < widths.length; column++) {
      widest = widths[column] > widths[widest] ? column : widest;
    }
    if (widths[widest] <= LEAST_WIDTH) {
      return false;
    }
    widths[widest]--;
    return true;
  }

  private String line(String[] cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.length; column++) {
      String cell = Terminal.cut(cells[column], widths[column]);
      String padding = " ".repeat(widths[column] - length(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(numeric[column] ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
