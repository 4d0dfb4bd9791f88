package dev.millrace.runtime.partition;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.SourceMarker;
import dev.millrace.engine.rekey.RekeyTask;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.ingest.Batch;
import dev.millrace.runtime.ingest.Inbox;
import dev.millrace.runtime.ingest.Silence;
import dev.millrace.runtime.lane.Duty;
import dev.millrace.runtime.lane.Moment;
import dev.millrace.runtime.ledger.CheckpointAsk;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.rekey.DownstreamTimers;
import dev.millrace.runtime.rekey.InBand;
import dev.millrace.runtime.rekey.MarkerSchedule;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Stage one of a re-keyed function for one source partition (R1): reads time and key, sends each
 * record where its key lives, and tells its watermark and silence in-band. Its outputs and offsets
 * share a transaction; all its state is the watermark, which stands beside the offset.
 */
final class RekeyWork implements PartitionWork {
  private static final int RECORDS_PER_STEP = 500;

  private final int source;
  private final TopicPartition log;
  private final Lease lease;
  private final RekeyTask<?> task;
  private final OutputTransaction transaction;
  private final FunctionContext context;
  private final PartitionGauges gauges;
  private final Inbox inbox;
  private final Silence silence;
  private final MarkerSchedule markers;
  private final DownstreamTimers downstream;
  private final LoadMeter load;
  private final Pace pace = new Pace(RECORDS_PER_STEP, 1);
  private final InputRecord holder = new InputRecord();
  private @Nullable Batch batch;
  private int next;
  private long nextOffset;
  private long committed;
  private boolean markersSent;
  private long commitDueMs = Duty.NEVER;
  private long markersDueMs;
  private boolean stopping;

  /**
   * What stage one of a source starts with.
   *
   * @param silentMs how long it has been silent already
   */
  record Start(int source, TopicPartition log, Lease lease, long offset, long silentMs) {}

  RekeyWork(
      Start start,
      RekeyTask<?> task,
      OutputTransaction transaction,
      MarkerSchedule markers,
      DownstreamTimers downstream,
      FunctionContext context,
      PartitionGauges gauges,
      Inbox inbox) {
    this.source = start.source();
    this.log = start.log();
    this.lease = start.lease();
    this.nextOffset = start.offset();
    this.committed = start.offset();
    this.task = task;
    this.transaction = transaction;
    this.markers = markers;
    this.downstream = downstream;
    this.context = context;
    this.gauges = gauges;
    this.inbox = inbox;
    this.silence = context.silence(inbox, start.silentMs());
    this.load = new LoadMeter(context.clocks().nanoTime());
    this.markersDueMs = context.clocks().monotonicMs();
    // A ledger that was emptied has it back at once, not only with the next record.
    report(task.watermarkMs());
  }

  @Override
  public boolean step(Moment now) {
    context.topics().requireUsable();
    long from = context.clocks().nanoTime();
    int processed = 0;
    if (!stopping && !context.isPaused()) {
      processed = processSome(now);
      if (processed == 0) {
        silence.observe(nextOffset, now);
      }
      sendMarkers(now);
    }
    boolean worked = processed > 0;
    if (isDirty() && commitDueMs == Duty.NEVER) {
      commitDueMs = now.monotonicMs() + context.runtime().commitIntervalMs();
    }
    boolean mustCommit =
        stopping || pace.isBesideAlone(nextOffset) || now.monotonicMs() >= commitDueMs;
    if (isDirty() && mustCommit) {
      commit();
      worked = true;
    }
    if (worked) {
      load.add(from, context.clocks().nanoTime(), processed);
    }
    return worked;
  }

  private int processSome(Moment now) {
    Batch b = batch;
    if (b == null || next == b.records().size()) {
      b = inbox.poll();
      batch = b;
      next = 0;
      if (b == null) {
        return 0;
      }
    }
    long from = context.clocks().nanoTime();
    long offset = nextOffset;
    int end = pace.end(b, next);
    int count = end - next;
    if (count > 0) {
      silence.heard(now);
    }
    while (next < end) {
      var r = b.records().get(next);
      task.process(fill(r), b.polledAtWallMs());
      next++;
      nextOffset = r.offset() + 1;
      Failpoints.hit("rekey.stage1.middle");
    }
    if (next == b.records().size()) {
      nextOffset = Math.max(nextOffset, b.nextOffset());
    }
    pace.tookRecords(count, offset, nextOffset, context.clocks().nanoTime() - from);
    return Math.max(1, count);
  }

  private InputRecord fill(ConsumerRecord<byte[], byte[]> r) {
    return holder.setRekeyed(
        r.partition(),
        r.offset(),
        r.timestamp(),
        r.key(),
        r.value(),
        source,
        r.offset(),
        Progress.NO_WATERMARK);
  }

  private void sendMarkers(Moment now) {
    if (now.monotonicMs() < markersDueMs) {
      return;
    }
    markersDueMs = now.monotonicMs() + context.runtime().markerIntervalMs();
    boolean idle = silence.tracker().isIdle(now.monotonicMs());
    long silentMs = silence.tracker().silentMs(now.monotonicMs());
    SourceMarker marker = new SourceMarker(source, task.watermarkMs(), idle, Math.max(0, silentMs));
    for (int p = 0; p < context.entry().rekeyPartitions(); p++) {
      if (markers.isDue(p, marker.watermarkMs(), idle, downstream.isReached(p, silentMs))) {
        transaction.send(InBand.marker(context.settings().topics().rekey(), p, marker));
        markers.markerSent(p, marker.watermarkMs(), idle);
        markersSent = true;
        Failpoints.hit("rekey.stage1.marker");
      }
    }
  }

  private boolean isDirty() {
    return markersSent || nextOffset != committed;
  }

  private void commit() {
    long from = context.clocks().nanoTime();
    long watermarkMs = task.watermarkMs();
    OffsetNote note = OffsetNote.ofSource(watermarkMs, nextOffset, source, log.partition());
    Failpoints.hit("rekey.stage1.before-commit");
    transaction.commit(log, nextOffset, note.text());
    Failpoints.hit("rekey.stage1.after-commit");
    committed = nextOffset;
    pace.committed();
    markersSent = false;
    commitDueMs = Duty.NEVER;
    long ns = context.clocks().nanoTime() - from;
    gauges.commitNs.set(ns);
    gauges.commitTotalNs.addAndGet(ns);
    gauges.commits.incrementAndGet();
    report(watermarkMs);
  }

  private void report(long watermarkMs) {
    context
        .reporter()
        .progress(
            lease,
            new Progress(
                committed,
                watermarkMs,
                Progress.NO_TIMER,
                load.rate(),
                load.busy(),
                PartitionStatus.Phase.LIVE.label(),
                List.of()));
  }

  @Override
  public long nextDueMs() {
    return Math.min(commitDueMs, markersDueMs);
  }

  @Override
  public Pace pace() {
    return pace;
  }

  /** Has nothing to save. */
  @Override
  public void save(CheckpointAsk asked) {}

  @Override
  public void leave() {}

  @Override
  public boolean mayLeave() {
    return true;
  }

  @Override
  public void stop() {
    stopping = true;
  }

  @Override
  public boolean isStopped() {
    return stopping && !isDirty();
  }

  @Override
  public PartitionStatus.Position position() {
    return new PartitionStatus.Position(
        nextOffset, committed, task.watermarkMs(), Progress.NO_TIMER, -1, 0, 0, 0);
  }

  @Override
  public PartitionCounts counts() {
    return PartitionCounts.of(task);
  }

  @Override
  public KeyWindows inspect(byte[] key) {
    return KeyWindows.NONE;
  }

  @Override
  public void close() {
    try {
      transaction.abort();
    } finally {
      transaction.close();
    }
  }
}
