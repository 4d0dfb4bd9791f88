package dev.millrace.engine.trigger;

import dev.millrace.engine.accumulate.PaneBook;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;

/**
 * Decides on early panes (rule W9): after so many new records of a window, or at the first record
 * of a window whose Kafka timestamp is so much later than the one of the window's first record or
 * of its last early pane. Timers of a clock would make a replay differ; the records do not.
 */
public final class EarlyTrigger {
  private static final long NO_TIMESTAMP = -1;

  private final boolean enabled;
  private final long everyRecords;
  private final long everyMs;

  public EarlyTrigger(EmissionSpec emission) {
    this.enabled = emission.mode() == EmissionMode.EARLY;
    this.everyRecords = emission.everyRecords();
    this.everyMs = emission.everyMs();
  }

  /** Whether there are early panes at all. */
  public boolean isEnabled() {
    return enabled;
  }

  /**
   * Counts a record of a window that has not fired.
   *
   * @param timestampMs the record's Kafka timestamp; a record without one moves no time trigger
   * @return whether an early pane is due now
   */
  public boolean onRecord(PaneBook book, long timestampMs) {
    if (!enabled) {
      return false;
    }
    long newRecords = everyRecords > 0 ? book.newRecords() + 1 : 0;
    boolean byCount = everyRecords > 0 && newRecords >= everyRecords;
    boolean timed = everyMs > 0 && timestampMs > NO_TIMESTAMP;
    boolean byTime =
        timed && book.earlyDueMs() != PaneBook.NOT_DUE && timestampMs >= book.earlyDueMs();
    long dueMs = book.earlyDueMs();
    if (timed && (byCount || byTime || dueMs == PaneBook.NOT_DUE)) {
      dueMs = TimeMath.plus(timestampMs, everyMs);
    }
    book.early(byCount || byTime ? 0 : newRecords, dueMs);
    return byCount || byTime;
  }

  /** What is counted for a window that merges two: nothing counted is lost. */
  public static void merge(PaneBook into, PaneBook from) {
    into.early(
        into.newRecords() + from.newRecords(), earlier(into.earlyDueMs(), from.earlyDueMs()));
  }

  private static long earlier(long a, long b) {
    if (a == PaneBook.NOT_DUE || b == PaneBook.NOT_DUE) {
      return a == PaneBook.NOT_DUE ? b : a;
    }
    return Math.min(a, b);
  }
}
