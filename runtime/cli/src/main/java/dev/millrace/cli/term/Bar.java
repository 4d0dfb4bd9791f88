package dev.millrace.cli.term;

import java.util.Locale;

/** A bar of blocks that shows a share. */
public final class Bar {
  private static final int WIDTH = 30;

  private Bar() {}

  /** The label, the bar and the share in percent; more than all is shown as all. */
  public static String of(String label, long done, long total) {
    int filled = (int) (Math.min(done, total) * WIDTH / total);
    String bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    return String.format(Locale.ROOT, "%s %s %3d%%", label, bar, percent(done, total));
  }

  static long percent(long done, long total) {
    return Math.min(done, total) * 100 / total;
  }
}
