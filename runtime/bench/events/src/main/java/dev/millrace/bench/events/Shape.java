package dev.millrace.bench.events;

/** A workload: the windows, and what is computed over them per user. */
public enum Shape {
  /** W1: the sum of the amounts over five minutes. */
  TUMBLING,
  /** W2: the sum of the amounts over an hour, every five minutes. */
  SLIDING,
  /** W3: the number of purchases of a session that ends after 30 s without one. */
  SESSION,
  /** W4: the purchases of 500 and more, each by itself, in fewer fields. */
  STATELESS;

  /** Length of a tumbling window, in milliseconds. */
  public static final long TUMBLING_MS = 300_000;

  /** Length of a sliding window, in milliseconds. */
  public static final long SLIDING_MS = 3_600_000;

  /** From the start of one sliding window to the next one's, in milliseconds. */
  public static final long SLIDE_MS = 300_000;

  /** The silence that ends a session, in milliseconds; a touching event still belongs to it. */
  public static final long GAP_MS = 30_000;

  /** How far events may be out of order, in milliseconds. */
  public static final long LATENESS_MS = 30_000;

  /** From this amount on a purchase is passed on where there are no windows. */
  public static final int LARGE = 500;

  /** From an event to the end of the last window that it can be in, in milliseconds. */
  public long longestMs() {
    return switch (this) {
      case TUMBLING -> TUMBLING_MS;
      case SLIDING -> SLIDING_MS;
      case SESSION -> GAP_MS;
      case STATELESS -> 0;
    };
  }

  /** What one event adds to the result. */
  public long value(Purchase purchase) {
    return this == SESSION ? 1 : purchase.amount();
  }
}
