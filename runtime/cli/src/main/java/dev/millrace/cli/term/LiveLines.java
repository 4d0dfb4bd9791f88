package dev.millrace.cli.term;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Lines that are drawn again in place on a terminal. Elsewhere they are written as they are, but
 * not more often than every few seconds.
 */
public final class LiveLines {
  private static final long PLAIN_INTERVAL_NS = 5_000_000_000L;

  private final Terminal terminal;
  private final PrintWriter out;
  private final LongSupplier nanoClock;
  private int drawn;
  private long nextPlainNs;

  public LiveLines(Terminal terminal, PrintWriter out, LongSupplier nanoClock) {
    this.terminal = terminal;
    this.out = out;
    this.nanoClock = nanoClock;
    this.nextPlainNs = nanoClock.getAsLong();
  }

  /** Shows the lines instead of those before; none may be wider than the terminal. */
  public void show(List<String> lines) {
    if (terminal.interactive()) {
      redraw(lines);
    } else if (nanoClock.getAsLong() - nextPlainNs >= 0) {
      nextPlainNs = nanoClock.getAsLong() + PLAIN_INTERVAL_NS;
      lines.forEach(out::println);
    }
    out.flush();
  }

  private void redraw(List<String> lines) {
    rewind();
    lines.forEach(line -> out.print(line + "\n"));
    drawn = lines.size();
  }

  private void rewind() {
    if (drawn > 0) {
      out.print("\u001b[" + drawn + "A\u001b[J");
    }
    drawn = 0;
  }

  /** Writes a line that stays, above the live ones. */
  public void say(String line) {
    if (terminal.interactive()) {
      rewind();
    }
    out.print(line + "\n");
    out.flush();
  }

  /** Removes the live lines from a terminal. */
  public void clear() {
    if (terminal.interactive()) {
      rewind();
      out.flush();
    }
  }
}
