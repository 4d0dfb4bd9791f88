package dev.millrace.runtime.partition;

import dev.millrace.engine.Decision;
import dev.millrace.engine.FireCursor;
import dev.millrace.engine.PartitionTask;
import dev.millrace.runtime.checkpoint.CheckpointTrigger;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.emit.TopicOutput;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.lane.Duty;
import dev.millrace.runtime.lane.StartTimes;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.position.DecisionLog;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.position.OffsetNote.Base;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Commits outputs, position and decisions of a partition together, once per commit interval with
 * progress (X2), and tells the ledger afterwards. Where outputs and position are no transaction,
 * the partition goes on while a commit is under way (X7).
 */
final class Committer {
  private final PartitionTask<?, ?, ?> task;
  private final TopicPartition partition;
  private final OutputTransaction transaction;
  private final TopicOutput output;
  private final Lease lease;
  private final FunctionContext context;
  private final PartitionGauges gauges;
  private final DecisionLog decisions;
  private final Runnable wake;
  private Base base;
  private long committed;
  private long committedSent;
  private long committedWatermark;
  private int committedDecisionChars;
  private @Nullable Begun begun;
  private long dueMs = Duty.NEVER;

  /**
   * The partition as a commit found it that is under way.
   *
   * @param sent outputs so far
   * @param nextTimerMs as it was: what has fired since may have to fire again after a crash
   * @param atNs when it began
   */
  private record Begun(
      long offset,
      long sent,
      long watermarkMs,
      long nextTimerMs,
      int decisionChars,
      OffsetNote note,
      long atNs) {}

  Committer(
      OpenPartition open,
      TopicOutput output,
      FunctionContext context,
      PartitionGauges gauges,
      Runnable wake) {
    this.wake = wake;
    this.task = open.task();
    this.partition = open.partition();
    this.transaction = open.transaction();
    this.output = output;
    this.lease = open.lease();
    this.context = context;
    this.gauges = gauges;
    this.decisions = open.decisions();
    this.base = open.base();
    this.committed = open.committed();
    this.committedWatermark = open.task().watermarkMs();
    this.committedDecisionChars = decisions.textLength();
  }

  /** First offset whose outputs are not committed. */
  long committed() {
    return committed;
  }

  DecisionLog decisions() {
    return decisions;
  }

  Base base() {
    return base;
  }

  /** A decision is of use to a replay only, which there is none of without state (F3). */
  void decided(Decision decision) {
    if (!context.isStateless()) {
      decisions.add(decision);
    }
  }

  /** A checkpoint is complete: decisions before the mark are part of it. */
  void rebase(long offset, int mark) {
    decisions.dropBefore(mark);
    base = new Base(offset, true, Math.max(base.expectedSources(), task.sourceNumbers()));
  }

  /** Whether the decisions leave no room: a checkpoint must come first. */
  boolean isFull() {
    return CheckpointTrigger.isFull(decisions.textLength());
  }

  /** Whether there is something that is not committed. */
  boolean isDirty() {
    return begun != null
        || task.nextOffset() != committed
        || output.sent() != committedSent
        || task.watermarkMs() != committedWatermark
        || decisions.textLength() > committedDecisionChars;
  }

  /** Outputs that no commit holds, nor one that is under way. */
  long panesInTransaction() {
    Begun before = begun;
    return output.sent() - (before == null ? committedSent : before.sent());
  }

  /** Something was processed: starts the commit interval unless it runs. */
  void touch(long monotonicMs) {
    if (dueMs == Duty.NEVER && isDirty()) {
      dueMs = monotonicMs + context.runtime().commitIntervalMs();
    }
  }

  boolean isDue(long monotonicMs) {
    return monotonicMs >= dueMs();
  }

  /** While a commit is under way the next one is not due: its end wakes the lane. */
  long dueMs() {
    return begun == null ? dueMs : Duty.NEVER;
  }

  /** Whether the firing may be split here: the cursor fits into the metadata. */
  boolean canSplit() {
    FireCursor cursor = task.fireCursor();
    return cursor == null || cursor.key().length <= OffsetNote.MAX_CURSOR_KEY_BYTES;
  }

  /** Commits everything, and waits for it. */
  void commit(LoadMeter load) {
    Begun now = now();
    Failpoints.hit("commit.before");
    transaction.commit(partition, now.offset(), now.note().text());
    committed(now, load);
  }

  /** Begins to commit everything; {@link #settle} ends it. None may be under way. */
  void begin(LoadMeter load) {
    Begun now = now();
    Failpoints.hit("commit.before");
    transaction.beginCommit(partition, now.offset(), now.note().text(), wake);
    begun = now;
    dueMs = Duty.NEVER;
    settle(load);
  }

  /** Looks after the commit that is under way; false if there is none, or nothing to do for it. */
  boolean settle(LoadMeter load) {
    Begun before = begun;
    if (before == null || !transaction.settle()) {
      return false;
    }
    begun = null;
    long due = dueMs;
    committed(before, load);
    dueMs = due;
    return true;
  }

  private Begun now() {
    return new Begun(
        task.nextOffset(),
        output.sent(),
        task.watermarkMs(),
        task.nextTimerMs(),
        decisions.textLength(),
        note(),
        context.clocks().nanoTime());
  }

  private void committed(Begun done, LoadMeter load) {
    if (done.sent() > committedSent) {
      context.startTimes().reached(StartTimes.Step.EMITTED);
    }
    begun = null;
    committed = done.offset();
    committedSent = done.sent();
    committedWatermark = done.watermarkMs();
    committedDecisionChars = done.decisionChars();
    dueMs = Duty.NEVER;
    measure(context.clocks().nanoTime() - done.atNs());
    Failpoints.hit("commit.after");
    report(done.note(), done.nextTimerMs(), load);
  }

  /** The replay has come to K: the ledger hears where the partition stands, or hears it again. */
  void replayed(LoadMeter load) {
    committedWatermark = task.watermarkMs();
    report(note(), task.nextTimerMs(), load);
  }

  private OffsetNote note() {
    // Without state it is as if the partition began where it stands: nothing is to be replayed
    // (F3).
    Base from = context.isStateless() ? new Base(task.nextOffset(), false) : base;
    return new OffsetNote(
        task.watermarkMs(), from, decisions.texts(), task.firing() ? task.fireCursor() : null);
  }

  private void report(OffsetNote note, long nextTimerMs, LoadMeter load) {
    context
        .reporter()
        .progress(
            lease,
            new Progress(
                committed,
                committedWatermark,
                nextTimerMs,
                load.rate(),
                load.busy(),
                PartitionStatus.Phase.LIVE.label(),
                note.ledgerTexts(committed)));
  }

  private void measure(long ns) {
    gauges.commitNs.set(ns);
    gauges.commitTotalNs.addAndGet(ns);
    gauges.commits.incrementAndGet();
  }
}
