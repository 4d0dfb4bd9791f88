package dev.millrace.runtime.partition;

import dev.millrace.runtime.checkpoint.CheckpointTrigger;
import dev.millrace.runtime.checkpoint.PartitionCheckpoints;
import dev.millrace.runtime.checkpoint.PartitionCheckpoints.Facts;
import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.ingest.LogEnds;
import dev.millrace.runtime.lane.Moment;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.Stillness;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.StateSnapshot.PinnedState;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One checkpoint after another of a partition (C1): written little by little between batches, then
 * uploaded in the background, then pointed to.
 *
 * <pre>
 * (none) → writing (lane) → uploading, pointing, pruning (background) → (none)
 * </pre>
 */
final class CheckpointCycle {
  private static final Logger LOG = Logger.getLogger(CheckpointCycle.class);
  private static final int ENTRIES_PER_STEP = 500;
  private static final long RETRY_MS = 5_000;

  private final OpenPartition open;
  private final Committer committer;
  private final FunctionContext context;
  private final PartitionGauges gauges;
  private final CheckpointTrigger trigger;
  private final Runnable wake;
  private @Nullable Begun begun;
  private long lastOffset;
  private long lastEndMs;
  private long retryAtMs = Long.MIN_VALUE;
  private long recordsAtLast;
  private long askedMs = Stillness.UNKNOWN;
  private long answeredMs = Stillness.UNKNOWN;
  private boolean wanted;

  /** A checkpoint that is under way. */
  private static final class Begun {
    final Facts facts;
    final int mark;
    final long recordsAtBegin;
    final Moment at;
    final long askedMs;
    @Nullable StateSnapshot writing;
    @Nullable CompletableFuture<SavedCheckpoint> uploading;

    Begun(
        Facts facts,
        int mark,
        long recordsAtBegin,
        Moment at,
        long askedMs,
        StateSnapshot snapshot) {
      this.askedMs = askedMs;
      this.facts = facts;
      this.mark = mark;
      this.recordsAtBegin = recordsAtBegin;
      this.at = at;
      this.writing = snapshot;
    }
  }

  CheckpointCycle(
      OpenPartition open,
      Committer committer,
      FunctionContext context,
      PartitionGauges gauges,
      Runnable wake) {
    this.open = open;
    this.committer = committer;
    this.context = context;
    this.gauges = gauges;
    this.wake = wake;
    this.trigger = context.runtime().checkpointTrigger();
    this.lastOffset = open.base().isCheckpoint() ? open.base().offset() : -1;
    this.lastEndMs = context.clocks().monotonicMs();
  }

  /** Whether a checkpoint is under way. */
  boolean isBusy() {
    return begun != null;
  }

  /** Whether the last checkpoint holds all that is committed, or there is nothing to hold. */
  boolean isUpToDate() {
    if (context.isStateless()) {
      return !committer.isDirty();
    }
    return begun == null
        && lastOffset == committer.committed()
        && committer.decisions().textLength() == 0
        && !committer.isDirty();
  }

  /**
   * Someone wants one that begins from now on. What is up to date need not begin one: the ledger
   * shows that it holds all, and until it does, this is asked again.
   *
   * @param atMs by the ledger's clock; only compared with others of its kind
   */
  void ask(long atMs) {
    askedMs = Math.max(askedMs, atMs);
  }

  /** One is to begin from now on, whatever the interval, unless the last one holds all. */
  void want() {
    wanted = true;
  }

  /** Whether what {@link #want} asks for has been tried. */
  boolean hasWanted() {
    return context.isStateless() || isUpToDate() || (!wanted && begun == null);
  }

  /** Whether one should begin now. */
  boolean isDue(Moment now, LoadMeter load) {
    if (context.isStateless() || begun != null || now.monotonicMs() < retryAtMs) {
      return false;
    }
    boolean isWanted = (wanted || askedMs > answeredMs) && !isUpToDate();
    return isWanted
        || trigger.isDue(
            new CheckpointTrigger.Since(
                now.monotonicMs() - lastEndMs,
                open.task().counters().records() - recordsAtLast,
                behind(now),
                load.capacity(),
                committer.decisions().textLength(),
                lastOffset != committer.committed() || committer.decisions().textLength() > 0));
  }

  /** Offsets up to the end of the log, as far as it is known. */
  private long behind(Moment now) {
    LogEnds.End end = context.ends().of(open.partition());
    return end == null || end.isStale(now.monotonicMs())
        ? 0
        : Math.max(0, end.offset() - open.task().nextOffset());
  }

  /** Begins one. Nothing may be uncommitted, and no firing under way (X5). */
  void begin(Moment now) {
    int mark = committer.decisions().cut();
    Lease lease = open.lease();
    Facts facts =
        new Facts(
            lease.epoch(),
            committer.committed(),
            open.task().watermarkMs(),
            committer.base().offset(),
            committer.decisions().textsBefore(mark),
            now.wallMs());
    StateSnapshot snapshot = open.store().beginSnapshot(open.task().meta());
    Failpoints.hit("snapshot.begin");
    wanted = false;
    begun = new Begun(facts, mark, open.task().counters().records(), now, askedMs, snapshot);
  }

  /** Does a piece of what is under way; false if there is nothing to do on this thread. */
  boolean step(Moment now) {
    Begun current = begun;
    if (current == null) {
      return false;
    }
    StateSnapshot writing = current.writing;
    if (writing != null) {
      if (writing.step(ENTRIES_PER_STEP)) {
        if (!writing.isSettled()) {
          return false; // records are taken meanwhile; it is asked again with each step
        }
        current.writing = null;
        PinnedState pinned = writing.pin();
        Failpoints.hit("snapshot.pinned");
        current.uploading = upload(pinned, current);
      } else {
        Failpoints.hit("snapshot.middle");
      }
      return true;
    }
    CompletableFuture<SavedCheckpoint> uploading = current.uploading;
    if (uploading == null || !uploading.isDone()) {
      return false;
    }
    begun = null;
    finish(current, uploading, now);
    return true;
  }

  private CompletableFuture<SavedCheckpoint> upload(PinnedState pinned, Begun current) {
    PartitionCheckpoints checkpoints = open.checkpoints();
    return CompletableFuture.supplyAsync(
            () -> {
              try (pinned) {
                return checkpoints.save(pinned, current.facts);
              }
            },
            context.background())
        .thenCompose(
            saved ->
                context
                    .reporter()
                    .point(open.lease(), saved, current.askedMs)
                    .thenApply(v -> saved))
        .whenComplete((saved, error) -> wake.run());
  }

  private void finish(Begun current, CompletableFuture<SavedCheckpoint> done, Moment now) {
    try {
      SavedCheckpoint saved = done.join();
      Failpoints.hit("checkpoint.adopted");
      lastOffset = saved.offset();
      lastEndMs = now.monotonicMs();
      recordsAtLast = current.recordsAtBegin;
      answeredMs = Math.max(answeredMs, current.askedMs);
      committer.rebase(saved.offset(), current.mark);
      gauges.checkpoints.incrementAndGet();
      gauges.checkpointError.set(null);
      gauges.checkpointBytes.set(saved.bytes());
      gauges.checkpointMs.set(now.monotonicMs() - current.at.monotonicMs());
      gauges.checkpointAtMs.set(now.monotonicMs());
      context.background().execute(() -> prune(saved));
    } catch (CompletionException e) {
      retryAtMs = now.monotonicMs() + RETRY_MS;
      gauges.checkpointFailures.incrementAndGet();
      if (e.getCause() instanceof RuntimeException cause) {
        if (context.isFencing(cause)) {
          throw cause;
        }
        gauges.checkpointError.set(cause);
      }
      LOG.warnf(
          "Expected to save a checkpoint, but could not: function=%s, partition=%s, offset=%d,"
              + " error=%s. It is tried again; a crash replays from the one before.",
          context.settings().name(), open.partition(), current.facts.offset(), e.getCause());
      LOG.debug("The error", e.getCause());
    }
  }

  /** What is no longer needed goes; a failure costs only space and is made good next time. */
  private void prune(SavedCheckpoint saved) {
    try {
      Failpoints.hit("prune.before");
      List<SavedCheckpoint> kept = open.checkpoints().prune(saved);
      long oldest = kept.stream().mapToLong(SavedCheckpoint::offset).min().orElse(saved.offset());
      Failpoints.hit("prune.after");
      context.passed(open.partition(), oldest);
    } catch (RuntimeException e) {
      LOG.warnf(
          "Expected to delete old checkpoints, but could not: function=%s, partition=%s, error=%s.",
          context.settings().name(), open.partition(), e);
      LOG.debug("The error", e);
    }
  }

  /** Gives up what is under way; an upload in the background ends by itself. */
  void abandon() {
    Begun current = begun;
    begun = null;
    if (current != null && current.writing != null) {
      current.writing.abandon();
    }
  }
}
