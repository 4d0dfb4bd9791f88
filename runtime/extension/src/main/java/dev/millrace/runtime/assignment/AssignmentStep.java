package dev.millrace.runtime.assignment;

import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Ownership;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an instance should do about a partition, as it sees the ledger (rules A1, A2). A hand-over
 * goes through these steps; while the old owner works the new one restores:
 *
 * <pre>
 * new owner   Prepare: restore the newest checkpoint, then reserve ────┐          Take: claim, go live
 * old owner   works ─────────────── sees the reservation ── Yield: checkpoint, release ──┘
 * </pre>
 */
public sealed interface AssignmentStep {

  /** The partition the step is about. */
  PartitionRef partition();

  /** Claim it: nobody holds it, or it was released for this instance. */
  record Take(PartitionRef partition) implements AssignmentStep {}

  /**
   * Get ready to take it over from one that holds it.
   *
   * @param epoch under which it is held
   */
  record Prepare(PartitionRef partition, long epoch) implements AssignmentStep {}

  /** Release it: the instance that should have it is ready. */
  record Yield(PartitionRef partition, String nextOwner) implements AssignmentStep {}

  /**
   * The steps of an instance, by the plan that all would make of this view. Pure.
   *
   * @param serving partitions that the instance serves or is claiming; one that it holds by the
   *     ledger but does not serve was lost in a crash of its own
   */
  static List<AssignmentStep> of(LedgerView view, String me, Set<PartitionRef> serving) {
    TreeSet<String> live = new TreeSet<>(view.live());
    live.add(me);
    Map<PartitionRef, String> owners = new TreeMap<>();
    for (PartitionEntry entry : view.partitions()) {
      String owner = entry.owner();
      if (owner != null) {
        owners.put(entry.ref(), owner);
      }
    }
    Map<PartitionRef, String> plan =
        AssignmentPlanner.plan(
            view.function().partitionRefs(), live, owners, view.function().assignment());
    List<AssignmentStep> steps = new ArrayList<>();
    for (PartitionEntry entry : view.partitions()) {
      String wanted = plan.get(entry.ref());
      AssignmentStep step =
          serving.contains(entry.ref())
              ? stepOfOwner(entry, view.nowMs(), me, wanted)
              : stepOfOther(entry, view.nowMs(), me, wanted);
      if (step != null) {
        steps.add(step);
      }
    }
    return steps;
  }

  private static @Nullable AssignmentStep stepOfOwner(
      PartitionEntry entry, long nowMs, String me, @Nullable String wanted) {
    String next = entry.ownership().liveNextOwner(nowMs);
    if (next == null || next.equals(me) || !next.equals(wanted)) {
      return null;
    }
    boolean isHeld = me.equals(entry.ownership().liveOwner(nowMs));
    return isHeld ? new Yield(entry.ref(), next) : null;
  }

  private static @Nullable AssignmentStep stepOfOther(
      PartitionEntry entry, long nowMs, String me, @Nullable String wanted) {
    if (!me.equals(wanted)) {
      return null;
    }
    Ownership ownership = entry.ownership();
    String holder = ownership.liveOwner(nowMs);
    if (holder != null && !holder.equals(me)) {
      return new Prepare(entry.ref(), entry.epoch());
    }
    String next = ownership.liveNextOwner(nowMs);
    boolean isFree = holder != null || next == null || next.equals(me);
    return isFree ? new Take(entry.ref()) : null;
  }
}
