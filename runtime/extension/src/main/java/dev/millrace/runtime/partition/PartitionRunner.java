package dev.millrace.runtime.partition;

import dev.millrace.engine.Decision;
import dev.millrace.engine.PoisonedStateException;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.StopException;
import dev.millrace.functions.state.IncompatibleStateException;
import dev.millrace.runtime.config.ConfigurationException;
import dev.millrace.runtime.emit.ExpiredTransactionException;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.lane.BrokenMachineException;
import dev.millrace.runtime.lane.Duty;
import dev.millrace.runtime.lane.Lane;
import dev.millrace.runtime.lane.Moment;
import dev.millrace.runtime.lane.StartTimes;
import dev.millrace.runtime.ledger.CheckpointAsk;
import dev.millrace.runtime.ledger.FencedException;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Report.Kind;
import dev.millrace.runtime.partition.Pace.Span;
import dev.millrace.runtime.partition.PartitionOpener.Events;
import dev.millrace.runtime.partition.PartitionOpener.Opened;
import dev.millrace.runtime.partition.PartitionStatus.Phase;
import dev.millrace.runtime.partition.PartitionStatus.Position;
import dev.millrace.runtime.position.RefusedException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A partition from its assignment to its release: opens it in the background, works on its lane,
 * and decides what an error means. The phases are drawn at {@link Phase}.
 */
public final class PartitionRunner implements Duty {
  private static final Logger LOG = Logger.getLogger(PartitionRunner.class);
  private static final long FIRST_RETRY_MS = 500;
  private static final long LONGEST_RETRY_MS = 30_000;
  private static final long PUBLISH_MS = 250;

  /** For the next owner to fetch what is new, of which it hears within a tenth of a second. */
  private static final long FETCH_MS = 1_000;

  /** The next owner's reservation is not for ever. */
  private static final long LONGEST_LEAVE_MS = 20_000;

  /** What works for so long, or has committed, has left the failure before behind. */
  private static final long PROBATION_MS = 5_000;

  private final PartitionRef ref;
  private final FunctionContext context;
  private final Lane lane;
  private final PartitionOpener opener;
  private final PartitionGauges gauges;
  private final Runnable onEnded;
  private final Set<Decision.Reject> rejects = new LinkedHashSet<>();
  private @Nullable Opened opened;
  private @Nullable Lease lease;
  private boolean stopping;
  private long stopDeadlineMs = NEVER;
  private long retryAtMs = NEVER;
  private long retryDelayMs = FIRST_RETRY_MS;
  private long publishAtMs = Long.MIN_VALUE;
  private long leaveAtMs = NEVER;
  private boolean isFetching;
  private long provenAtMs = NEVER;
  private long committedAtBegin;

  /** What a transaction took too long for; until a later one it is harmless. */
  private Span slow = Span.NONE;

  private volatile Phase phase = Phase.OPENING;
  private volatile String message = "";
  private volatile Kind kind = Kind.OTHER;
  private volatile Waiting waiting = Waiting.NONE;
  private volatile Position position = Position.UNKNOWN;
  private volatile PartitionCounts counts = PartitionCounts.NONE;

  PartitionRunner(
      PartitionRef ref,
      FunctionContext context,
      Lane lane,
      PartitionOpener opener,
      PartitionGauges gauges,
      Runnable onEnded) {
    this.ref = ref;
    this.context = context;
    this.lane = lane;
    this.opener = opener;
    this.gauges = gauges;
    this.onEnded = onEnded;
  }

  /** Starts to open it. */
  void start() {
    gauges.checkpointAtMs.set(context.clocks().monotonicMs());
    lane.add(this);
    lane.execute(this::open);
  }

  /**
   * Gives it to another pod, which fetches what is saved meanwhile (A2): saves while it works,
   * leaves time for that to be fetched, then {@link #stop stops}, with little left to save.
   */
  void handOver() {
    lane.execute(
        () -> {
          Opened current = opened;
          if (current == null || stopping) {
            stop();
          } else if (leaveAtMs == NEVER) {
            leaveAtMs = context.clocks().monotonicMs() + LONGEST_LEAVE_MS;
            current.work().leave();
          }
        });
  }

  private void leaveIfDue(@Nullable Opened current, Moment now) {
    if (!isFetching && (current == null || current.work().mayLeave())) {
      isFetching = true;
      leaveAtMs = Math.min(leaveAtMs, now.monotonicMs() + FETCH_MS);
    }
    if (now.monotonicMs() >= leaveAtMs) {
      leaveAtMs = NEVER;
      stop();
    }
  }

  /** Stops between transactions, saves, and releases (A2), within the stop timeout from now. */
  void stop() {
    stop(context.clocks().monotonicMs() + context.runtime().stopTimeout().toMillis());
  }

  /**
   * Stops in order (SIGTERM).
   *
   * @param deadlineMs when it is given up as it is, by the monotonic clock
   */
  void stop(long deadlineMs) {
    lane.execute(
        () -> {
          if (!stopping) {
            stopping = true;
            stopDeadlineMs = deadlineMs;
            Opened current = opened;
            if (current != null) {
              Failpoints.hit("handover.before-stop");
              phase = Phase.STOPPING;
              context.ingest().stop(current.inbox());
              current.work().stop();
            } else if (phase != Phase.OPENING) {
              releaseAndEnd();
            }
          }
        });
  }

  /** Saves what it has as soon as it can. While it opens it hears nothing: to be said again. */
  void save(CheckpointAsk asked) {
    lane.execute(
        () -> {
          Opened current = opened;
          if (current != null) {
            current.work().save(asked);
          }
        });
  }

  /** The partition as it is now. */
  public PartitionStatus status() {
    String complaint = waiting.complaint(context.clocks().monotonicMs());
    return new PartitionStatus(ref, phase, message.isEmpty() ? complaint : message, position);
  }

  private void waitsFor(String answer) {
    waiting = new Waiting(answer, context.clocks().monotonicMs());
  }

  /** What kind of thing {@link PartitionStatus#message} is about. */
  Kind kind() {
    return kind;
  }

  /** What was counted. */
  public PartitionCounts counts() {
    return counts;
  }

  /** Figures beside the engine's. */
  public PartitionGauges gauges() {
    return gauges;
  }

  /** The windows of a key, looked up on the partition's lane; none while it is not open. */
  public CompletableFuture<KeyWindows> inspect(byte[] key) {
    CompletableFuture<KeyWindows> views = new CompletableFuture<>();
    lane.execute(
        () -> {
          Opened current = opened;
          try {
            views.complete(current == null ? KeyWindows.NONE : current.work().inspect(key));
          } catch (RuntimeException e) {
            views.completeExceptionally(e);
          }
        });
    return views;
  }

  private void open() {
    phase = Phase.OPENING;
    Set<Decision.Reject> known = Set.copyOf(rejects);
    Events events =
        new Events(lane::wake, lost -> lane.execute(() -> fenced(lost)), this::waitsFor);
    var unused =
        CompletableFuture.supplyAsync(() -> opener.open(known, events), context.background())
            .whenComplete((result, error) -> lane.execute(() -> adopt(result, error)));
  }

  /** While it is opened again, its old lease is fenced by its own new one. */
  private void fenced(FencedException lost) {
    if (phase != Phase.OPENING && lost.lease().equals(lease)) {
      react(lost);
    }
  }

  private void adopt(@Nullable Opened result, @Nullable Throwable error) {
    waiting = Waiting.NONE;
    if (error != null) {
      react(BrokenMachineException.unchecked(error.getCause() == null ? error : error.getCause()));
    } else if (result == null && lease != null) {
      giveUp();
    } else if (result == null) {
      LOG.debugf("Held by another pod: function=%s, partition=%s", name(), ref);
      end();
    } else {
      begin(result);
    }
    if (stopping && opened == null) {
      releaseAndEnd();
    }
  }

  private void begin(Opened result) {
    Lease before = lease;
    // Of a ledger that was emptied the same lease may have come again: it is held by now.
    if (before != null && !before.equals(result.lease())) {
      context.reporter().forget(before);
    }
    lease = result.lease();
    opened = result;
    provenAtMs = context.clocks().monotonicMs() + PROBATION_MS;
    committedAtBegin = result.work().position().committed();
    phase = Phase.REPLAYING;
    result.work().pace().alone(slow);
    LOG.infof(
        "Opened: function=%s, partition=%s, epoch=%d, from=%d, committed=%d",
        name(), ref, result.lease().epoch(), result.from(), result.work().position().committed());
    context.startTimes().reached(StartTimes.Step.OPENED);
    publish(result);
    if (stopping) {
      result.work().stop();
    } else {
      context.ingest().read(result.inbox(), result.from());
    }
  }

  @Override
  public boolean step(Moment now) {
    Opened current = opened;
    if (leaveAtMs != NEVER) {
      leaveIfDue(current, now);
    }
    if (current == null) {
      if (now.monotonicMs() >= retryAtMs && !stopping) {
        retryAtMs = NEVER;
        open();
        return true;
      }
      return false;
    }
    try {
      boolean worked = current.work().step(now);
      if (now.monotonicMs() >= publishAtMs) {
        publishAtMs = now.monotonicMs() + PUBLISH_MS;
        publish(current);
      }
      if (stopping && (current.work().isStopped() || now.monotonicMs() >= stopDeadlineMs)) {
        finish(current);
      }
      return worked;
    } catch (RuntimeException | Error e) {
      react(BrokenMachineException.unchecked(e));
      return true;
    }
  }

  private void publish(Opened current) {
    position = current.work().position();
    counts = current.work().counts();
    if (phase == Phase.REPLAYING && position.replayUntil() < 0) {
      phase = Phase.LIVE;
      LOG.infof("Live: function=%s, partition=%s, offset=%d", name(), ref, position.nextOffset());
    }
    boolean isProven =
        position.committed() > committedAtBegin || context.clocks().monotonicMs() >= provenAtMs;
    if (phase == Phase.LIVE && isProven) {
      message = "";
      retryDelayMs = FIRST_RETRY_MS;
    }
  }

  @Override
  public long nextDueMs() {
    Opened current = opened;
    return Math.min(
        Math.min(retryAtMs, leaveAtMs), current == null ? NEVER : current.work().nextDueMs());
  }

  @Override
  public void failed(RuntimeException cause) {
    react(cause);
  }

  private void finish(Opened current) {
    publish(current);
    close(current);
    releaseAndEnd();
  }

  private void releaseAndEnd() {
    Lease current = lease;
    lease = null;
    if (current == null) {
      end();
    } else {
      context.background().execute(() -> release(current));
    }
  }

  private void release(Lease held) {
    Failpoints.hit("handover.before-release");
    context.reporter().drop(held);
    try {
      context.ledger().release(held);
      Failpoints.hit("handover.after-release");
    } catch (LedgerException e) {
      LOG.warnf(
          "Expected to release a lease, but could not: function=%s, partition=%s, error=%s. It runs"
              + " out by itself.",
          name(), ref, e.getMessage());
    }
    lane.execute(this::end);
  }

  /** What an error means for the partition. */
  private void react(RuntimeException error) {
    Opened current = opened;
    if (phase == Phase.CLOSED || (current == null && phase == Phase.STOPPING)) {
      return;
    }
    ExpiredTransactionException expired = ExpiredTransactionException.in(error);
    if (current != null && expired != null) {
      slow = current.work().pace().slowest();
    }
    if (current != null) {
      close(current);
    }
    if (expired == null && context.isFencing(error)) {
      giveUp();
    } else if (stopping) {
      LOG.warnf(
          "Expected to stop in order, but could not: function=%s, partition=%s, error=%s. What is"
              + " not committed is read again.",
          name(), ref, error);
      releaseAndEnd();
    } else if (error instanceof PoisonedStateException poisoned) {
      rejects.add(new Decision.Reject(poisoned.offset(), RejectReason.FUNCTION_FAILED));
      retry(error, 0);
    } else if (isLasting(error)) {
      refuse(error);
    } else if (expired != null) {
      gauges.expired.incrementAndGet();
      retry(new KafkaException(tooSlow(expired), expired), retryDelayMs);
      retryDelayMs = Math.min(LONGEST_RETRY_MS, retryDelayMs * 2);
    } else {
      retry(error, retryDelayMs);
      retryDelayMs = Math.min(LONGEST_RETRY_MS, retryDelayMs * 2);
    }
  }

  private void giveUp() {
    LOG.infof("Given up, another pod has it: function=%s, partition=%s", name(), ref);
    forgetLease();
    end();
  }

  /** That the lease was lost meanwhile shows when the partition is opened again. */
  private String tooSlow(ExpiredTransactionException expired) {
    return "Expected the function to be done with the records of a transaction before Kafka ends it,"
        + " but it took longer: partition="
        + context.logOf(ref)
        + ", slowest="
        + slow.describe()
        + ", openMs="
        + expired.openMs()
        + ", transaction.timeout.ms="
        + expired.timeoutMs()
        + ". Nothing is lost: they are read again, one by one. Make the function faster, or set"
        + " mp.messaging.outgoing."
        + name()
        + ".transaction.timeout.ms to more than it takes.";
  }

  private static boolean isLasting(RuntimeException error) {
    return error instanceof StopException
        || error instanceof RefusedException
        || error instanceof ConfigurationException
        || error instanceof IncompatibleStateException;
  }

  private void refuse(RuntimeException error) {
    phase = Phase.REFUSED;
    kind = Kind.REFUSED;
    message = String.valueOf(error.getMessage());
    LOG.errorf("%s function=%s, partition=%s", message, name(), ref);
    Lease held = lease;
    if (held != null) {
      context.reporter().progress(held, state(Phase.REFUSED));
    }
  }

  private void retry(RuntimeException error, long delayMs) {
    phase = Phase.RETRYING;
    kind = Troubles.kind(error);
    message = context.clients().failures().explain(error);
    retryAtMs = context.clocks().monotonicMs() + delayMs;
    LOG.warnf(
        "Expected a partition to go on, but it failed and is opened again: function=%s,"
            + " partition=%s, retryInMs=%d, error=%s",
        name(), ref, delayMs, message);
    LOG.debug("The error", error);
  }

  private void close(Opened current) {
    opened = null;
    context.ingest().stop(current.inbox());
    try {
      current.work().close();
    } catch (RuntimeException e) {
      LOG.debugf(e, "Closing failed: function=%s, partition=%s", name(), ref);
    }
  }

  private void forgetLease() {
    Lease held = lease;
    lease = null;
    if (held != null) {
      context.reporter().forget(held);
    }
  }

  private void end() {
    if (phase != Phase.CLOSED) {
      phase = Phase.CLOSED;
      lane.remove(this);
      onEnded.run();
    }
  }

  private static Progress state(Phase phase) {
    return new Progress(
        Progress.NO_OFFSET,
        Progress.NO_WATERMARK,
        Progress.NO_TIMER,
        0,
        0,
        phase.label(),
        List.of());
  }

  private String name() {
    return context.settings().name();
  }
}
