package dev.millrace.runtime.partition;

import dev.millrace.runtime.assignment.AssignmentFollower;
import dev.millrace.runtime.assignment.AssignmentListener;
import dev.millrace.runtime.lane.Lane;
import dev.millrace.runtime.ledger.CheckpointAsk;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Report;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.partition.PartitionStatus.Phase;
import dev.millrace.runtime.rekey.DownstreamTimers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A function in this pod: serves the partitions that the assignment gives it (A1, A2). Everything
 * here is called by the assignment's thread or at start and stop.
 */
public final class FunctionRuntime implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(FunctionRuntime.class);
  private static final long VIEW_MS = 1_000;
  private static final long WAIT_MS = 50;

  /** A report outlives a look or two that come late, and not the pod that made it. */
  private static final Duration REPORT = Duration.ofSeconds(10);

  /** For giving up what has stopped, or could not stop in time. */
  private static final long RELEASE_MS = 1_000;

  private final FunctionContext context;
  private final List<Lane> lanes;
  private final PartitionListener meters;
  private final DownstreamTimers downstream;
  private final Map<PartitionRef, PartitionRunner> runners = new ConcurrentSkipListMap<>();
  private final ComingPartitions coming;
  private final AssignmentFollower follower;
  private final ScheduledExecutorService viewer;
  private volatile String trouble = "";
  private volatile boolean followed;
  private boolean reported = true;

  /** Hears which partitions the pod has: meters are bound and removed with them (case O09). */
  public interface PartitionListener {

    /** The pod has taken the partition. */
    void taken(FunctionContext context, PartitionRef ref, PartitionRunner runner);

    /** The pod has it no more. */
    void left(FunctionContext context, PartitionRef ref);
  }

  /** A function; {@link #start} starts it. */
  public FunctionRuntime(FunctionContext context, List<Lane> lanes, PartitionListener meters) {
    this.context = context;
    this.lanes = List.copyOf(lanes);
    this.meters = meters;
    this.downstream = new DownstreamTimers(context.spec().time());
    this.coming =
        new ComingPartitions(context.checkpoints(), context.background(), this::notFetched);
    this.follower =
        new AssignmentFollower(
            context.ledger(),
            context.entry(),
            context.runtime().instance(),
            AssignmentFollower.Timing.DEFAULTS,
            new Listener());
    this.viewer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "millrace-view-" + context.settings().name());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts to follow the assignment. */
  public void start() {
    follower.start();
    var unused = viewer.scheduleWithFixedDelay(this::look, VIEW_MS, VIEW_MS, TimeUnit.MILLISECONDS);
  }

  /** What all partitions share. */
  public FunctionContext context() {
    return context;
  }

  /** The partitions that this pod has, in order. */
  public Collection<PartitionRunner> runners() {
    return runners.values();
  }

  /** The runner of a partition, or null if the pod does not have it. */
  public @Nullable PartitionRunner runner(PartitionRef ref) {
    return runners.get(ref);
  }

  /** Why the assignment cannot be followed at present; empty if all is well. */
  public String trouble() {
    return trouble;
  }

  /** Whether the assignment was seen, and all partitions it gave are live or will never be. */
  public boolean isStarted() {
    return followed
        && runners.values().stream()
            .map(r -> r.status().phase())
            .noneMatch(p -> p == Phase.OPENING || p == Phase.REPLAYING);
  }

  /** What calls for the function to be stopped and started anew, or null. */
  public TopicWatch.@Nullable Change change() {
    return context.topics().change();
  }

  private void look() {
    try {
      context.topics().look();
      if (context.isRekeyed()) {
        lookDownstream();
      }
      report();
    } catch (RuntimeException e) {
      // The next look is only a second away; a task that throws would get no other.
      LOG.debugf(e, "A look at topics and ledger failed: function=%s", context.settings().name());
    }
  }

  /** Who looks from outside is told what the pod's readiness says. */
  private void report() {
    Report now = FunctionTrouble.report(this);
    try {
      if (now != null) {
        context.ledger().report(now, REPORT);
        reported = true;
      } else if (reported) {
        context.ledger().reportNothing(context.runtime().instance());
        reported = false;
      }
    } catch (LedgerException e) {
      LOG.debugf("A report could not be written: error=%s", e.getMessage());
    }
  }

  private void lookDownstream() {
    try {
      LedgerView view = context.ledger().view();
      if (view != null) {
        downstream.update(view);
      }
    } catch (LedgerException e) {
      LOG.debugf("The ledger cannot be read: error=%s", e.getMessage());
    }
  }

  /** Stops all partitions in order and gives them up, within the stop timeout. */
  public void stop() {
    long deadline = context.clocks().monotonicMs() + context.runtime().stopTimeout().toMillis();
    follower.close();
    runners.values().forEach(r -> r.stop(deadline));
    while (!runners.isEmpty() && context.clocks().monotonicMs() < deadline + RELEASE_MS) {
      try {
        Thread.sleep(WAIT_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    if (!runners.isEmpty()) {
      LOG.warnf(
          "Expected all partitions to stop in time, but some did not: function=%s, partitions=%s."
              + " The next owner replays them.",
          context.settings().name(), new TreeMap<>(runners).keySet());
    }
  }

  @Override
  public void close() {
    viewer.shutdownNow();
    context.reporter().close();
    context.ingest().close();
    context.clients().close();
  }

  /** Follows the assignment. */
  private final class Listener implements AssignmentListener {

    @Override
    public void onView(LedgerView view) {
      context.sources().update(view.function().sources());
      coming.look(view);
      CheckpointAsk asked = view.asked();
      if (asked != null) {
        passOn(asked, view);
      }
    }

    @Override
    public void onAssigned(PartitionRef ref) {
      PartitionGauges gauges = new PartitionGauges();
      PartitionOpener opener =
          ref.stage() == Stage.SOURCE
              ? new RekeyOpener(ref, context, gauges, downstream)
              : new WindowOpener(ref, context, gauges, coming.take(ref));
      PartitionRunner runner =
          new PartitionRunner(ref, context, laneOf(ref), opener, gauges, () -> ended(ref));
      runners.put(ref, runner);
      meters.taken(context, ref, runner);
      runner.start();
    }

    /** The old owner works on meanwhile; without what was prepared the take-over is only slower. */
    @Override
    public void onPrepare(PartitionRef ref, Runnable ready) {
      if (ref.stage() == Stage.SOURCE) {
        ready.run();
      } else {
        coming.prepare(ref, ready);
      }
    }

    @Override
    public void onPrepareCancelled(PartitionRef ref) {
      coming.cancel(ref);
    }

    @Override
    public void onReleaseRequested(PartitionRef ref, String nextOwner) {
      LOG.infof(
          "Handed over: function=%s, partition=%s, to=%s",
          context.settings().name(), ref, nextOwner);
      PartitionRunner runner = runners.get(ref);
      if (runner == null) {
        follower.ended(ref);
      } else {
        runner.handOver();
      }
    }

    @Override
    public void onFollowed() {
      if (!trouble.isEmpty()) {
        LOG.infof("The assignment is followed again: function=%s", context.settings().name());
      }
      trouble = "";
      followed = true;
    }

    @Override
    public void onTrouble(RuntimeException e) {
      if (trouble.isEmpty()) {
        LOG.warnf(
            "Expected to follow the assignment, but cannot: function=%s, error=%s. It is tried"
                + " again.",
            context.settings().name(), e.getMessage());
      }
      trouble = String.valueOf(e.getMessage());
    }
  }

  /** Again at each look, until the ledger has all answers. */
  private void passOn(CheckpointAsk asked, LedgerView view) {
    for (PartitionEntry entry : view.partitions()) {
      PartitionRunner runner = runners.get(entry.ref());
      if (runner != null && !asked.isAnsweredBy(entry)) {
        runner.save(asked);
      }
    }
  }

  private void notFetched(PartitionRef ref, RuntimeException e) {
    LOG.warnf(
        "Expected to fetch a checkpoint ahead of a hand-over, but could not: function=%s,"
            + " partition=%s, error=%s.",
        context.settings().name(), ref, e.getMessage());
  }

  private void ended(PartitionRef ref) {
    runners.remove(ref);
    meters.left(context, ref);
    follower.ended(ref);
  }

  private Lane laneOf(PartitionRef ref) {
    int turn = turn(ref, context.isRekeyed()) + context.settings().name().hashCode();
    return lanes.get(Math.floorMod(turn, lanes.size()));
  }

  /** Counts a function's partitions through, of both its stages, so that they use every lane. */
  static int turn(PartitionRef ref, boolean isRekeyed) {
    int stage = ref.stage() == Stage.SOURCE ? 1 : 0;
    return isRekeyed ? 2 * ref.number() + stage : ref.number();
  }
}
