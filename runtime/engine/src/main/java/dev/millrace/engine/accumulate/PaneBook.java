package dev.millrace.engine.accumulate;

import dev.millrace.functions.PaneKind;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the panes of one key and window.
 *
 * <pre>
 *   paneCount     panes emitted so far, retractions included; index of the next one
 *   newRecords    records since the last early pane; only with early panes by count
 *   earlyDueMs    Kafka timestamp at which the next early pane is due; only with early panes by time
 *   lastValue     encoded result of the last pane; only where it may be retracted or repeated
 *   lastKind      kind of the last pane; with lastValue
 * </pre>
 *
 * <p>Written by the trigger and emit stages; cleared with its window by the purge stage. Sessions
 * that merge start a new book: their window is another one.
 */
public class PaneBook {

  /** No early pane is due by time. */
  public static final long NOT_DUE = Long.MIN_VALUE;

  private int paneCount;
  private long newRecords;
  private long earlyDueMs = NOT_DUE;
  private byte @Nullable [] lastValue;
  private @Nullable PaneKind lastKind;

  /** Panes emitted so far, retractions included. */
  public final int paneCount() {
    return paneCount;
  }

  /** Encoded result of the last pane, where it is kept and there was one. */
  public final byte @Nullable [] lastValue() {
    return lastValue;
  }

  /** Kind of the last pane, where its value is kept. */
  public final @Nullable PaneKind lastKind() {
    return lastKind;
  }

  public final long newRecords() {
    return newRecords;
  }

  public final long earlyDueMs() {
    return earlyDueMs;
  }

  /** Sets what the early trigger counts. */
  public final void early(long newRecords, long earlyDueMs) {
    this.newRecords = newRecords;
    this.earlyDueMs = earlyDueMs;
  }

  /**
   * Notes panes that were emitted.
   *
   * @param lastValue null where it is not kept, or the pane was final: nothing can revise it
   */
  public final void emitted(int panes, PaneKind lastKind, byte @Nullable [] lastValue) {
    this.paneCount += panes;
    this.lastValue = lastValue;
    this.lastKind = lastValue == null ? null : lastKind;
  }

  final void copyFrom(PaneBook other) {
    this.paneCount = other.paneCount;
    this.newRecords = other.newRecords;
    this.earlyDueMs = other.earlyDueMs;
    this.lastValue = other.lastValue;
    this.lastKind = other.lastKind;
  }

  final void restore(int paneCount) {
    this.paneCount = paneCount;
  }

  final void restoreLast(PaneKind kind, byte[] value) {
    this.lastKind = kind;
    this.lastValue = value;
  }
}
