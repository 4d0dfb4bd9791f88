package dev.millrace.runtime.partition;

import dev.millrace.engine.Decision;
import dev.millrace.engine.PartitionTask;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.runtime.emit.RecentPanes;
import dev.millrace.runtime.emit.TopicOutput;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.ingest.Batch;
import dev.millrace.runtime.ingest.Inbox;
import dev.millrace.runtime.ingest.Silence;
import dev.millrace.runtime.lane.Moment;
import dev.millrace.runtime.ledger.CheckpointAsk;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A partition that keeps windows, from the start of its replay to its last commit. Each step takes
 * some records, or some panes of a firing, and looks whether a commit or a checkpoint is due.
 */
final class WindowWork implements PartitionWork {
  private static final int RECORDS_PER_STEP = 500;
  private static final int PANES_PER_STEP = 1_000;

  private final OpenPartition open;
  private final PartitionTask<?, ?, ?> task;
  private final FunctionContext context;
  private final PartitionGauges gauges;
  private final TopicOutput output;
  private final RecentPanes recent;
  private final Committer committer;
  private final CheckpointCycle checkpoint;
  private final Inbox inbox;
  private final @Nullable Silence silence;
  private final LoadMeter load;
  private final Pace pace = new Pace(RECORDS_PER_STEP, PANES_PER_STEP);
  private @Nullable Replay replay;
  private @Nullable Batch batch;
  private int next;
  private long recentSince = -1;
  private boolean stopping;

  WindowWork(
      OpenPartition open,
      FunctionContext context,
      PartitionGauges gauges,
      Inbox inbox,
      Runnable wake,
      long silentMs) {
    this.open = open;
    this.task = open.task();
    this.context = context;
    this.gauges = gauges;
    this.inbox = inbox;
    this.output =
        new TopicOutput(
            open.transaction(),
            context.settings().topics(),
            context.sources()::log,
            context.settings().name(),
            context.spec().onError() == ErrorPolicy.STOP,
            gauges.oversized);
    this.recent = new RecentPanes(output, context.runtime().recentBytes());
    this.committer = new Committer(open, output, context, gauges, wake);
    this.checkpoint = new CheckpointCycle(open, committer, context, gauges, wake);
    // Stage two is told in-band who is idle (R2).
    this.silence = context.isRekeyed() ? null : context.silence(inbox, silentMs);
    this.load = new LoadMeter(context.clocks().nanoTime());
    this.replay = open.replay();
    if (!open.replay().covers(open.from())) {
      goLive(open.replay());
    }
  }

  @Override
  public boolean step(Moment now) {
    context.topics().requireUsable();
    long from = context.clocks().nanoTime();
    long before = task.counters().records();
    boolean worked = checkpoint.step(now);
    Replay current = replay;
    if (current != null) {
      worked |= !stopping && replay(current);
    } else {
      worked |= committer.settle(load);
      worked |= live(now);
      worked |= commitIfDue(now);
      worked |= checkpointIfDue(now);
    }
    open.store().relieve();
    if (worked) {
      load.add(from, context.clocks().nanoTime(), task.counters().records() - before);
    }
    return worked;
  }

  private boolean replay(Replay current) {
    Batch b = nextBatch();
    if (b == null) {
      return false;
    }
    int end = Math.min(b.records().size(), next + RECORDS_PER_STEP);
    while (next < end && current.covers(b.records().get(next).offset())) {
      Failpoints.hit("replay.middle");
      current.record(b.records().get(next++));
    }
    gauges.replayed.addAndGet(current.takeCount());
    boolean passed = next < b.records().size() && !current.covers(b.records().get(next).offset());
    boolean exhausted = next == b.records().size() && !current.covers(b.nextOffset());
    if (passed || exhausted) {
      Failpoints.hit("replay.end");
      goLive(current);
    }
    return true;
  }

  private void goLive(Replay current) {
    current.finish();
    replay = null;
    open.rejects().forEach(task::rejectNext);
    recentSince = task.nextOffset();
    task.output(recent);
    committer.replayed(load);
    passGap();
  }

  private boolean live(Moment now) {
    if (task.firing()) {
      fire(now);
      return true;
    }
    if (stopping || committer.isFull() || context.isPaused()) {
      return false;
    }
    Batch b = nextBatch();
    if (b == null) {
      return idle(now);
    }
    process(b, now);
    return true;
  }

  private void process(Batch b, Moment now) {
    if (silence != null && !b.records().isEmpty()) {
      silence.heard(now);
    }
    long from = context.clocks().nanoTime();
    long offset = task.nextOffset();
    int first = next;
    int end = pace.end(b, next);
    while (next < end && !task.firing() && !committer.isFull()) {
      process(b.records().get(next++), b.polledAtWallMs());
    }
    passGap();
    pace.tookRecords(next - first, offset, task.nextOffset(), since(from));
    committer.touch(now.monotonicMs());
  }

  private long since(long fromNs) {
    return context.clocks().nanoTime() - fromNs;
  }

  private void commit() {
    committer.commit(load);
    pace.committed();
  }

  /**
   * Behind the last record of a batch, and what it fires, are the offsets that hold none, such as
   * the end of a transaction: a partition that stayed before them would never be at its end (A4,
   * W8).
   */
  private void passGap() {
    Batch b = batch;
    if (b != null && next == b.records().size() && !task.firing()) {
      task.skipTo(Math.max(b.nextOffset(), task.nextOffset()));
    }
  }

  private void process(ConsumerRecord<byte[], byte[]> r, long nowMs) {
    open.feed().process(task, r, nowMs);
    task.takeDecisions().forEach(committer::decided);
    Failpoints.hit("batch.middle");
  }

  private void fire(Moment now) {
    long from = context.clocks().nanoTime();
    long offset = task.nextOffset() - 1;
    int most = pace.isBesideAlone(task.nextOffset()) ? 1 : context.runtime().maxPanes();
    long before = committer.panesInTransaction();
    task.fire((int) Math.min(Math.max(1, most - before), pace.panes()));
    passGap();
    pace.tookPanes(committer.panesInTransaction() - before, offset, task.nextOffset(), since(from));
    boolean isFull = committer.panesInTransaction() >= most || open.transaction().isOld();
    if (isFull && (!task.firing() || committer.canSplit())) {
      Failpoints.hit("fire.before-split");
      commit();
      Failpoints.hit("fire.after-split");
    } else {
      committer.touch(now.monotonicMs());
    }
  }

  /** At the end of the log: time may move on although nothing says so (W8). */
  private boolean idle(Moment now) {
    Silence quiet = silence;
    if (quiet == null) {
      return false;
    }
    quiet.observe(task.nextOffset(), now);
    long watermarkMs =
        quiet.tracker().proposal(task.watermarkMs(), task.nextTimerMs(), now.monotonicMs());
    if (watermarkMs == PartitionTask.NO_WATERMARK) {
      return false;
    }
    committer.decided(new Decision.Advance(task.nextOffset(), watermarkMs));
    task.advance(watermarkMs);
    committer.touch(now.monotonicMs());
    return true;
  }

  private boolean commitIfDue(Moment now) {
    if (task.firing() || !committer.isDirty()) {
      return false;
    }
    if (stopping || committer.isFull() || pace.isBesideAlone(task.nextOffset())) {
      commit();
      return true;
    }
    if (committer.isDue(now.monotonicMs())) {
      committer.begin(load);
      pace.committed();
      return true;
    }
    return false;
  }

  private boolean checkpointIfDue(Moment now) {
    if (task.firing() || checkpoint.isBusy()) {
      return false;
    }
    boolean wanted = stopping ? !checkpoint.isUpToDate() : checkpoint.isDue(now, load);
    if (!wanted) {
      return false;
    }
    if (committer.isDirty()) {
      commit();
    }
    checkpoint.begin(now);
    return true;
  }

  /** The batch being worked through, or the next one; null if there is none. */
  private @Nullable Batch nextBatch() {
    Batch current = batch;
    if (current == null || next == current.records().size()) {
      current = inbox.poll();
      batch = current;
      next = 0;
    }
    return current;
  }

  @Override
  public long nextDueMs() {
    long due = committer.dueMs();
    Silence quiet = silence;
    if (replay == null && quiet != null && !stopping) {
      due = Math.min(due, quiet.tracker().nextDueMs(task.watermarkMs(), task.nextTimerMs()));
    }
    return due;
  }

  @Override
  public Pace pace() {
    return pace;
  }

  @Override
  public void save(CheckpointAsk asked) {
    checkpoint.ask(asked.atMs());
  }

  @Override
  public void leave() {
    checkpoint.want();
  }

  @Override
  public boolean mayLeave() {
    return replay != null || checkpoint.hasWanted();
  }

  @Override
  public void stop() {
    stopping = true;
  }

  @Override
  public boolean isStopped() {
    return stopping && (replay != null || (!task.firing() && checkpoint.isUpToDate()));
  }

  @Override
  public PartitionStatus.Position position() {
    Replay current = replay;
    return new PartitionStatus.Position(
        task.nextOffset(),
        committer.committed(),
        task.watermarkMs(),
        task.nextTimerMs(),
        current == null ? -1 : current.until(),
        task.openWindows(),
        open.store().memoryBytes(),
        open.store().entryCount());
  }

  @Override
  public PartitionCounts counts() {
    return PartitionCounts.of(task.counters());
  }

  @Override
  public KeyWindows inspect(byte[] key) {
    return KeyWindows.of(task.inspect(key), recent.of(key), recentSince, recent.forgotten());
  }

  @Override
  public void close() {
    checkpoint.abandon();
    try {
      open.transaction().abort();
    } finally {
      open.transaction().close();
      open.store().close();
    }
  }
}
