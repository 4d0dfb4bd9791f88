package dev.millrace.testkit;

import dev.millrace.engine.Decision;
import dev.millrace.engine.FireCursor;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.PartitionTask;
import dev.millrace.engine.PoisonedStateException;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskOutput;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.state.PartitionStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One task over its log, with transactions, checkpoints and crashes as a pod has them (rules X2 to
 * X5), in memory. What was not committed happens again after a crash, at the instants of the first
 * time: the clock of the silence goes on over a crash.
 */
final class TaskRunner<E, A, R> implements AutoCloseable {

  /**
   * The last committed transaction.
   *
   * @param entries entries of the log that are done
   * @param nextOffset the task's position
   * @param cursor set when the transaction ended within a firing (rule X4)
   * @param silentSinceMs the silence to go on with
   */
  private record Committed(
      int entries, long nextOffset, @Nullable FireCursor cursor, long silentSinceMs) {}

  private final Supplier<FunctionDefinition<E, A, R>> function;
  private final TimeSpec time;
  private final int partition;
  private final int sources;
  private final Way way;
  private final Checkpoints checkpoints;
  private final InputRecord record = new InputRecord();
  private final List<LogEntry> log = new ArrayList<>();
  private final Transaction output;
  private final Map<Long, Decision.Reject> poison = new HashMap<>();

  private PartitionStore store;
  private PartitionTask<E, A, R> task;
  private Transaction open;
  private SilenceClock silence;
  private Committed committed;
  private int checkpointEntries;
  private int next;
  private int entriesInTransaction;
  private boolean paneOwed;
  private boolean lostOnce;

  /**
   * @param function defined anew for each process, as its code starts anew
   * @param sources source partitions that feed the log of a re-keyed function at its start; 0 for a
   *     partition of the input topic
   */
  TaskRunner(
      Supplier<FunctionDefinition<E, A, R>> function,
      TimeSpec time,
      int partition,
      int sources,
      Way way,
      long assignedAtMs,
      Checkpoints checkpoints) {
    this.function = function;
    this.time = time;
    this.partition = partition;
    this.sources = sources;
    this.way = way;
    this.checkpoints = checkpoints;
    this.output = new Transaction(partition);
    this.open = new Transaction(partition);
    this.committed = new Committed(0, 0, null, assignedAtMs);
    this.silence = new SilenceClock(time, assignedAtMs);
    this.store = checkpoints.open();
    this.task = newTask();
    task.output(open);
  }

  /** Adds to the log. It is read by the next {@link #pump}. */
  void append(LogEntry entry) {
    log.add(entry);
  }

  /** Reads all there is, with commits and crashes as the way says. */
  void pump() {
    while (move()) {
      if (isCommitDue()) {
        commit();
      }
    }
  }

  /** As {@link #pump}, and leaves no transaction open. */
  void flush() {
    pump();
    while (entriesInTransaction > 0) {
      commit();
      pump();
    }
  }

  /** Saves the state (rules C1, X5). */
  void checkpoint() {
    flush();
    saveCheckpoint();
  }

  /** Dies and starts again from the last checkpoint (rule X3). */
  void crash() {
    recover();
    pump();
  }

  PartitionTask<E, A, R> task() {
    return task;
  }

  Transaction output() {
    return output;
  }

  @Override
  public void close() {
    store.close();
    checkpoints.close();
  }

  /** Does one thing; false if there is nothing to do. */
  private boolean move() {
    store.relieve();
    if (task.firing()) {
      task.fire(way.panesPerTransaction());
      paneOwed = false;
      entriesInTransaction = Math.max(1, entriesInTransaction);
      return true;
    }
    if (next == log.size()) {
      return false;
    }
    try {
      if (read(log.get(next))) {
        next++;
        entriesInTransaction++;
      }
      open.decisions.addAll(task.takeDecisions());
      paneOwed = task.firing();
    } catch (PoisonedStateException e) {
      // The accumulator may be half-changed: only a replay gives the state before it back (E1).
      poison.put(e.offset(), new Decision.Reject(e.offset(), RejectReason.FUNCTION_FAILED));
      recover();
    }
    return true;
  }

  /** Whether the entry is done; if not, it is read again for the rest of it. */
  private boolean read(LogEntry entry) {
    if (entry instanceof LogEntry.Data data) {
      Decision.Reject known = poison.get(data.offset());
      if (known != null) {
        task.rejectNext(known);
      }
      task.process(fill(data), data.readAtMs());
      silence.heard(data.readAtMs());
    } else if (entry instanceof LogEntry.Marker m) {
      task.marker(m.offset(), m.sources());
    } else if (entry instanceof LogEntry.Gap gap) {
      task.skipTo(gap.nextOffset());
    } else if (entry instanceof LogEntry.Silence quiet) {
      return !movedBySilence(quiet.untilMs());
    }
    return true;
  }

  private boolean movedBySilence(long untilMs) {
    long watermarkMs = silence.moveUntil(task.watermarkMs(), task.nextTimerMs(), untilMs);
    if (watermarkMs == PartitionTask.NO_WATERMARK) {
      return false;
    }
    open.decisions.add(new Decision.Advance(task.nextOffset(), watermarkMs));
    task.advance(watermarkMs);
    return true;
  }

  private boolean isCommitDue() {
    return task.firing() ? !paneOwed : entriesInTransaction >= way.commitEverySteps();
  }

  private void commit() {
    if (way.crash() == Way.Crash.BEFORE_EACH && !lostOnce) {
      lostOnce = true;
      recover();
      return;
    }
    lostOnce = false;
    open.appendTo(output);
    committed = new Committed(next, task.nextOffset(), task.fireCursor(), silence.silentSinceMs());
    beginTransaction();
    if (way.crash() == Way.Crash.RESTORE_AFTER_EACH && !task.firing()) {
      saveCheckpoint();
    }
    if (way.crash() != Way.Crash.NEVER && way.crash() != Way.Crash.BEFORE_EACH) {
      recover();
    }
  }

  private void beginTransaction() {
    open = new Transaction(partition);
    entriesInTransaction = 0;
    task.output(open);
  }

  private void saveCheckpoint() {
    checkpoints.save(store, task.meta());
    checkpointEntries = committed.entries();
    output.decisions.clear();
  }

  private void recover() {
    store.close();
    store = checkpoints.open();
    task = newTask();
    silence = new SilenceClock(time, committed.silentSinceMs());
    next = checkpointEntries;
    replay();
    paneOwed = false;
    beginTransaction();
  }

  private PartitionTask<E, A, R> newTask() {
    PartitionTask<E, A, R> created =
        new PartitionTask<>(function.get(), partition, store, TaskOutput.DISCARD);
    if (sources > 0) {
      created.expectSources(sources);
    }
    return created;
  }

  private void replay() {
    Deque<Decision> decisions = new ArrayDeque<>(output.decisions);
    while (next < committed.entries()) {
      replay(log.get(next++), decisions);
    }
    applyAdvances(decisions, committed.nextOffset());
    task.takeDecisions();
    FireCursor cursor = committed.cursor();
    if (cursor == null) {
      drain();
    } else {
      task.resumeFiring(cursor);
    }
  }

  private void replay(LogEntry entry, Deque<Decision> decisions) {
    if (entry instanceof LogEntry.Data data) {
      applyAdvances(decisions, data.offset());
      if (decisions.peek() instanceof Decision.Reject known && known.offset() == data.offset()) {
        task.rejectNext(known);
        decisions.remove();
      }
      drain();
      task.replay(fill(data));
    } else if (entry instanceof LogEntry.Marker m) {
      applyAdvances(decisions, m.offset());
      drain();
      task.marker(m.offset(), m.sources());
    } else if (entry instanceof LogEntry.Gap gap) {
      task.skipTo(gap.nextOffset());
    }
  }

  private void applyAdvances(Deque<Decision> decisions, long nextOffset) {
    while (decisions.peek() instanceof Decision.Advance advance && advance.offset() <= nextOffset) {
      drain();
      task.advance(advance.watermarkMs());
      decisions.remove();
    }
  }

  private void drain() {
    while (task.firing()) {
      task.fire(Integer.MAX_VALUE);
    }
  }

  private InputRecord fill(LogEntry.Data data) {
    return sources > 0
        ? record.setRekeyed(
            partition,
            data.offset(),
            data.timestampMs(),
            data.key(),
            data.value(),
            data.source(),
            data.sourceOffset(),
            data.sourceWatermarkMs())
        : record.set(partition, data.offset(), data.timestampMs(), data.key(), data.value());
  }
}
