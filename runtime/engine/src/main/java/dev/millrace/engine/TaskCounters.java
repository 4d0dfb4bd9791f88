package dev.millrace.engine;

import dev.millrace.functions.PaneKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a partition has counted since its first record. They are part of its state: after a restore
 * and a replay they are what they would have been without. Written by the partition's one thread;
 * other threads may read them and see values that are slightly old.
 */
public final class TaskCounters {
  private long records;
  private long tooLate;
  private long partlyLate;
  private long failedPanes;
  private long results;
  private final Tally<RejectReason> rejected = new Tally<>(RejectReason.class);
  private final Tally<PaneKind> panes = new Tally<>(PaneKind.class);

  /** Records read, whatever became of them. */
  public long records() {
    return records;
  }

  /** Records too late for all their windows. */
  public long tooLate() {
    return tooLate;
  }

  /** Records that count in some of their windows and are too late for others. */
  public long partlyLate() {
    return partlyLate;
  }

  /** Panes that could not be made. */
  public long failedPanes() {
    return failedPanes;
  }

  /**
   * Results of a function without windows. Not part of its state, for it has none: since the task
   * was made.
   */
  public long results() {
    return results;
  }

  /** Records rejected for a reason. */
  public long rejected(RejectReason reason) {
    return rejected.get(reason);
  }

  /** Panes of a kind. */
  public long panes(PaneKind kind) {
    return panes.get(kind);
  }

  void record() {
    records++;
  }

  void lateRecord() {
    tooLate++;
  }

  void partlyLateRecord() {
    partlyLate++;
  }

  void reject(RejectReason reason) {
    rejected.add(reason);
  }

  /** Counts a pane; for the emit stage. */
  public void pane(PaneKind kind) {
    panes.add(kind);
  }

  /** Counts a pane that could not be made; for the emit stage. */
  public void failedPane() {
    failedPanes++;
  }

  /** Counts results; for the operator of a function without windows. */
  public void results(int count) {
    results += count;
  }

  /** Writes {@code i64 records, tooLate, partlyLate, failedPanes}, rejected, panes. */
  void write(DataOutput out) throws IOException {
    out.writeLong(records);
    out.writeLong(tooLate);
    out.writeLong(partlyLate);
    out.writeLong(failedPanes);
    rejected.write(out, RejectReason::label);
    panes.write(out, PaneKind::label);
  }

  void read(DataInput in) throws IOException {
    records = in.readLong();
    tooLate = in.readLong();
    partlyLate = in.readLong();
    failedPanes = in.readLong();
    rejected.read(in, RejectReason::label);
    panes.read(in, PaneKind::label);
  }
}
