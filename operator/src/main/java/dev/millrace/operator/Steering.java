package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.observe.Observation;
import dev.millrace.operator.observe.Sleepers;
import dev.millrace.operator.observe.Trouble;
import dev.millrace.operator.scaling.Decision;
import dev.millrace.operator.scaling.PartitionSample;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tracks of all functions and says when one is worth a reconcile: at once when something
 * is wrong or right again, when a sleeper gets work or its window falls due; otherwise now and
 * then. Thread-safe.
 */
final class Steering implements Sleepers {
  /** A function that runs is looked at as often. */
  private static final long AWAKE_MS = 5_000;

  /** One that sleeps changes only by what wakes it. */
  private static final long ASLEEP_MS = 60_000;

  private final Map<ResourceID, Slot> slots = new ConcurrentHashMap<>();
  private final Consumer<ResourceID> trigger;

  /** A function's track and what was told of it; guarded by itself. */
  private static final class Slot {
    private final Track track;
    private List<Trouble> told = List.of();
    private long lookedAtMs;
    private @Nullable StreamFunction function;
    private boolean asleep;
    private boolean wakes;
    private long backlog;

    Slot(long nowMs) {
      this.track = new Track(nowMs);
    }
  }

  /**
   * Steering for an operator.
   *
   * @param trigger asks for a reconcile of a function
   */
  Steering(Consumer<ResourceID> trigger) {
    this.trigger = trigger;
  }

  /** Takes a look in, and asks for a reconcile if that is worth it. */
  void see(ResourceID id, Observation observation) {
    Slot slot = slots.computeIfAbsent(id, key -> new Slot(observation.atMs()));
    boolean due;
    synchronized (slot) {
      Observation before = slot.track.last();
      if (before != null && observation.isBefore(before)) {
        return; // two threads have told, the later look first
      }
      boolean first = before == null;
      boolean begins =
          before != null && (before.ledger() == null) != (observation.ledger() == null);
      slot.track.see(observation);
      due =
          first || begins || !slot.told.equals(observation.troubles()) || isDue(slot, observation);
      slot.told = observation.troubles();
    }
    if (due) {
      trigger.accept(id);
    }
  }

  private static boolean isDue(Slot slot, Observation observation) {
    long nowMs = observation.atMs();
    if (!slot.asleep) {
      return nowMs - slot.lookedAtMs >= AWAKE_MS;
    }
    Decision decision = slot.track.decision();
    boolean lookAgain =
        decision != null
            && decision.lookAgainAtMs() != PartitionSample.NEVER
            && nowMs >= decision.lookAgainAtMs();
    return lookAgain || hasNewWork(slot, observation) || nowMs - slot.lookedAtMs >= ASLEEP_MS;
  }

  /** Asked at every look: only what is more than at the last reconcile asks for another. */
  private static boolean hasNewWork(Slot slot, Observation observation) {
    if (slot.function == null || slot.track.backlog(slot.function) <= slot.backlog) {
      return false;
    }
    if (slot.wakes) {
      slot.track.waits(observation.look().beforeMs());
      return true;
    }
    // Suspended, or to have no pods: what waits is only told.
    return observation.atMs() - slot.lookedAtMs >= AWAKE_MS;
  }

  /** Runs something with a function's track; no look comes in meanwhile. */
  <T extends @Nullable Object> T with(ResourceID id, long nowMs, Function<Track, T> work) {
    Slot slot = slots.computeIfAbsent(id, key -> new Slot(nowMs));
    synchronized (slot) {
      return work.apply(slot.track);
    }
  }

  /**
   * A reconcile is over.
   *
   * @param asleep whether no pods are to run
   */
  void reconciled(StreamFunction function, long nowMs, boolean asleep) {
    ResourceID id = ResourceID.fromResource(function);
    Slot slot = slots.computeIfAbsent(id, key -> new Slot(nowMs));
    synchronized (slot) {
      slot.function = function;
      slot.lookedAtMs = nowMs;
      slot.asleep = asleep;
      slot.wakes = PodCount.isDecided(function.getSpec());
      slot.backlog = slot.track.backlog(function);
      if (!asleep) {
        // Looks that came during the pass have seen a sleeper still.
        slot.track.stopWaiting();
      }
    }
  }

  /** Whether no pods were to run when it was last reconciled. */
  @Override
  public boolean sleeps(ResourceID id) {
    return holds(id, slot -> slot.asleep);
  }

  /** Not one that is suspended, or is to have no pods, and sleeps whatever comes. */
  @Override
  public boolean wakes(ResourceID id) {
    return holds(id, slot -> slot.asleep && slot.wakes);
  }

  private boolean holds(ResourceID id, Predicate<Slot> what) {
    Slot slot = slots.get(id);
    if (slot == null) {
      return false;
    }
    synchronized (slot) {
      return what.test(slot);
    }
  }

  void forget(ResourceID id) {
    slots.remove(id);
  }
}
