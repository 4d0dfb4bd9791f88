package dev.millrace.cli.term;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows how far long work has come: a bar that is drawn again on a terminal, and a line now and
 * then elsewhere. For one thread.
 */
public final class Progress implements AutoCloseable {
  private static final long REDRAW_NS = 100_000_000L;
  private static final long LINE_NS = 5_000_000_000L;

  private final Terminal terminal;
  private final PrintWriter out;
  private final String label;
  private final long total;
  private final LongSupplier nanoClock;
  private long done;
  private long lastShownNs;
  private boolean shown;

  /**
   * Begins to show.
   *
   * @param total what {@link #add} will add up to; more is shown as 100 %
   * @param nanoClock monotonic, for how often to draw
   */
  public Progress(
      Terminal terminal, PrintWriter out, String label, long total, LongSupplier nanoClock) {
    this.terminal = terminal;
    this.out = out;
    this.label = label;
    this.total = Math.max(1, total);
    this.nanoClock = nanoClock;
    this.lastShownNs = nanoClock.getAsLong();
  }

  /** Some of the work is done. */
  public void add(long amount) {
    done += amount;
    long now = nanoClock.getAsLong();
    if (now - lastShownNs >= (terminal.interactive() ? REDRAW_NS : LINE_NS)) {
      lastShownNs = now;
      show();
    }
  }

  private void show() {
    shown = true;
    if (terminal.interactive()) {
      out.print("\r\u001b[2K" + bar());
    } else {
      out.println(numbers());
    }
    out.flush();
  }

  private String bar() {
    String line = Bar.of(label, done, total);
    return line.length() < terminal.columns() ? line : numbers();
  }

  private String numbers() {
    return String.format(
        Locale.ROOT, "%s: %,d of %,d (%d%%)", label, done, total, Bar.percent(done, total));
  }

  /** Removes the bar; elsewhere says how it ended if anything was said before. */
  @Override
  public void close() {
    if (shown && terminal.interactive()) {
      out.print("\r\u001b[2K");
    } else if (shown) {
      out.println(numbers());
    }
    out.flush();
  }
}
