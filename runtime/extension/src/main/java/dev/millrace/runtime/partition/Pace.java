package dev.millrace.runtime.partition;

import dev.millrace.runtime.ingest.Batch;
import java.util.concurrent.TimeUnit;

/**
 * How much a partition does in one step: as much as it did in a short time before, so that a slow
 * function neither keeps its lane from others nor a transaction from its commit. Remembers the
 * slowest step since the last commit: where a transaction expired, those records are taken one by
 * one the next time, each in a transaction of its own (X2). For one thread; reads no clock, and
 * allocates nothing in a step.
 */
final class Pace {
  private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int FIRST = 32;

  private final Size records;
  private final Size panes;
  private Span alone = Span.NONE;
  private long slowFrom = Span.NONE.from();
  private long slowUntil = Span.NONE.until();
  private long slowNs;

  /**
   * A part of a log.
   *
   * @param from first offset
   * @param until offset after the last
   * @param tookNs how long it took
   */
  record Span(long from, long until, long tookNs) {
    static final Span NONE = new Span(-1, -1, 0);

    boolean holds(long offset) {
      return offset >= from && offset < until;
    }

    /** For a message. */
    String describe() {
      String offsets =
          until - from == 1 ? "offset " + from : "offsets " + from + " to " + (until - 1);
      return (until <= from ? "none" : offsets)
          + ", tookMs="
          + TimeUnit.NANOSECONDS.toMillis(tookNs);
    }
  }

  /** Grows with full steps that were quick, and shrinks at once with a slow one. */
  private static final class Size {
    private final int most;
    private int next;

    Size(int most) {
      this.most = most;
      this.next = Math.min(FIRST, most);
    }

    void took(long count, long ns) {
      if (ns > STEP_NS) {
        next = (int) Math.max(1, Math.min(most, count * STEP_NS / ns));
      } else if (count >= next) {
        next = Math.min(most, next * 2);
      }
    }
  }

  /** At most so many in one step. */
  Pace(int mostRecords, int mostPanes) {
    this.records = new Size(mostRecords);
    this.panes = new Size(mostPanes);
  }

  /** How many panes the next step may emit. */
  int panes() {
    return panes.next;
  }

  /** Where the next step ends in a batch that it begins at an index. */
  int end(Batch batch, int from) {
    int end = Math.min(batch.records().size(), from + records.next);
    if (alone.until() < 0) {
      return end;
    }
    int next = Math.min(end, from + 1);
    while (next < end && !isAlone(batch, next - 1) && !isAlone(batch, next)) {
      next++;
    }
    return next;
  }

  private boolean isAlone(Batch batch, int index) {
    return isAlone(batch.records().get(index).offset());
  }

  /** Whether the record at an offset, and its panes, are to be committed without any other. */
  boolean isAlone(long offset) {
    return alone.holds(offset);
  }

  /**
   * Whether what was read last, or is to be read next, is to be committed without any other.
   *
   * @param nextOffset the first offset not read
   */
  boolean isBesideAlone(long nextOffset) {
    return isAlone(nextOffset) || isAlone(nextOffset - 1);
  }

  /** From now on the records of a span are taken one by one. */
  void alone(Span span) {
    alone = span;
  }

  /** Notes a step that took so many records. */
  void tookRecords(long count, long from, long until, long ns) {
    records.took(count, ns);
    note(from, until, ns);
  }

  /** Notes a step that emitted so many panes. */
  void tookPanes(long count, long from, long until, long ns) {
    panes.took(count, ns);
    note(from, until, ns);
  }

  private void note(long from, long until, long ns) {
    if (ns > slowNs) {
      slowFrom = from;
      slowUntil = until;
      slowNs = ns;
    }
  }

  /** All steps so far are committed. */
  void committed() {
    slowNs = 0;
  }

  /** The slowest step since the last commit; {@link Span#NONE} if there was none. */
  Span slowest() {
    return slowNs == 0 ? Span.NONE : new Span(slowFrom, slowUntil, slowNs);
  }
}
