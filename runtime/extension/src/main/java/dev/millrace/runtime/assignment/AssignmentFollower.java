package dev.millrace.runtime.assignment;

import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionRef;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an instance's heartbeat and tells its listener which partitions to claim, prepare and give
 * up. Has one thread, which alone touches its state; the public methods may be called from any.
 */
public final class AssignmentFollower implements AutoCloseable {

  /**
   * Where a partition stands on this instance.
   *
   * <pre>
   * (none) → PREPARING → PREPARED → ASSIGNED → YIELDING → (none)
   *    └───────────────────────────────┘
   * </pre>
   */
  private enum Phase {
    PREPARING,
    PREPARED,
    ASSIGNED,
    YIELDING
  }

  private static final EnumSet<Phase> WAITING = EnumSet.of(Phase.PREPARING, Phase.PREPARED);
  private static final EnumSet<Phase> SERVING = EnumSet.of(Phase.ASSIGNED, Phase.YIELDING);

  private final Ledger ledger;
  private final String me;
  private final Timing timing;
  private final AssignmentListener listener;
  private final Map<PartitionRef, Phase> phases = new TreeMap<>();
  private final ScheduledExecutorService thread;
  private FunctionEntry function;

  /**
   * How often the ledger is looked at.
   *
   * @param interval as a rule
   * @param handOverInterval while a partition that was prepared is about to come
   * @param memberLease how long an instance counts as live after its last heartbeat; a few
   *     intervals
   */
  public record Timing(Duration interval, Duration handOverInterval, Duration memberLease) {

    /** Once a second, ten times a second during a hand-over, live for five seconds. */
    public static final Timing DEFAULTS =
        new Timing(Duration.ofSeconds(1), Duration.ofMillis(100), Duration.ofSeconds(5));
  }

  /**
   * Creates a follower; {@link #start} starts it.
   *
   * @param function its entry as known at start; as last seen it is written anew when Redis has
   *     lost it (rule L3)
   * @param me name of this instance, unique among those of the function
   */
  public AssignmentFollower(
      Ledger ledger,
      FunctionEntry function,
      String me,
      Timing timing,
      AssignmentListener listener) {
    this(
        ledger,
        function,
        me,
        timing,
        listener,
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread follower = new Thread(task, "millrace-assignment");
              follower.setDaemon(true);
              return follower;
            }));
  }

  /**
   * Creates a follower on a thread of the caller's choice.
   *
   * @param thread runs one task at a time; ended by {@link #close}
   */
  public AssignmentFollower(
      Ledger ledger,
      FunctionEntry function,
      String me,
      Timing timing,
      AssignmentListener listener,
      ScheduledExecutorService thread) {
    this.ledger = ledger;
    this.function = function;
    this.me = me;
    this.timing = timing;
    this.listener = listener;
    this.thread = thread;
  }

  /** Starts to follow. */
  public void start() {
    thread.execute(this::runAndReschedule);
  }

  /** The partition is neither served nor claimed here any more; it may be assigned again. */
  public void ended(PartitionRef partition) {
    onThread(() -> phases.remove(partition));
  }

  /**
   * Stops following and takes the instance off the live ones, so that others plan without it. What
   * it still holds stays its own until it is released.
   */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      boolean stopped =
          thread.awaitTermination(timing.memberLease().toMillis(), TimeUnit.MILLISECONDS);
      if (stopped) {
        ledger.leave(me);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      listener.onTrouble(e);
    }
  }

  private void runAndReschedule() {
    try {
      round();
    } catch (RuntimeException e) {
      listener.onTrouble(e);
    }
    Duration pause =
        phases.containsValue(Phase.PREPARED) ? timing.handOverInterval() : timing.interval();
    try {
      // A round catches what it throws: there is nothing to learn from its future.
      Future<?> unused =
          thread.schedule(this::runAndReschedule, pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed meanwhile: there is no next round.
      return;
    }
  }

  /** One look at the ledger, and what follows from it. */
  private void round() {
    ledger.heartbeat(me, timing.memberLease());
    LedgerView view = ledger.view();
    if (view == null) {
      // Whether what had left came back meanwhile, this pod cannot know.
      ledger.initMeta(function.retargeted(function.sources().leaveAgain()));
      return;
    }
    function = view.function();
    listener.onView(view);
    List<AssignmentStep> steps = AssignmentStep.of(view, me, inPhase(SERVING));
    cancelOthers(steps);
    steps.forEach(this::take);
    listener.onFollowed();
  }

  private void take(AssignmentStep step) {
    PartitionRef partition = step.partition();
    Phase phase = phases.get(partition);
    if (step instanceof AssignmentStep.Prepare prepare) {
      prepare(prepare, phase);
    } else if (step instanceof AssignmentStep.Take && (phase == null || WAITING.contains(phase))) {
      phases.put(partition, Phase.ASSIGNED);
      listener.onAssigned(partition);
    } else if (step instanceof AssignmentStep.Yield yield && phase == Phase.ASSIGNED) {
      phases.put(partition, Phase.YIELDING);
      listener.onReleaseRequested(partition, yield.nextOwner());
    }
  }

  private void prepare(AssignmentStep.Prepare prepare, @Nullable Phase phase) {
    PartitionRef partition = prepare.partition();
    if (phase == null) {
      phases.put(partition, Phase.PREPARING);
      listener.onPrepare(partition, () -> onThread(() -> prepared(prepare)));
    } else if (phase == Phase.PREPARED) {
      reserve(prepare);
    }
  }

  private void prepared(AssignmentStep.Prepare prepare) {
    if (phases.replace(prepare.partition(), Phase.PREPARING, Phase.PREPARED)) {
      reserve(prepare);
    }
  }

  private void reserve(AssignmentStep.Prepare prepare) {
    ledger.reserve(prepare.partition(), me, prepare.epoch(), timing.memberLease());
    Failpoints.hit("handover.reserved");
  }

  private void cancelOthers(List<AssignmentStep> steps) {
    Set<PartitionRef> waited = inPhase(WAITING);
    steps.forEach(step -> waited.remove(step.partition()));
    for (PartitionRef partition : waited) {
      phases.remove(partition);
      listener.onPrepareCancelled(partition);
    }
  }

  private Set<PartitionRef> inPhase(EnumSet<Phase> wanted) {
    Set<PartitionRef> partitions = new HashSet<>();
    phases.forEach(
        (partition, phase) -> {
          if (wanted.contains(phase)) {
            partitions.add(partition);
          }
        });
    return partitions;
  }

  private void onThread(Runnable task) {
    try {
      thread.execute(
          () -> {
            try {
              task.run();
            } catch (RuntimeException e) {
              listener.onTrouble(e);
            }
          });
    } catch (RejectedExecutionException e) {
      // Closed meanwhile: nothing is assigned here any more.
      return;
    }
  }
}
