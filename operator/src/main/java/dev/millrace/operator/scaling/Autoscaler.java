package dev.millrace.operator.scaling;

import dev.millrace.operator.scaling.Decision.Cause;
import dev.millrace.operator.scaling.PartitionSample.Standing;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides how many pods a function should have (rules A3 to A6). A pure function of a snapshot, the
 * policy, what was remembered and the time; an instance serves one decision.
 *
 * <p>While the function is awake: {@code pods = ceil((λ + B/T) × (1 + margin) / μ)}, with the
 * arrival rate λ, the backlog B, the time T within which it is to be gone and what one pod does, μ,
 * all as measured. It never decides on numbers that are unknown, old, or from the midst of a
 * change.
 */
public final class Autoscaler {

  /** Windows that fall due are met this much before the time, beside the time to start. */
  private static final long EARLY_MS = 1_000;

  private final Snapshot snapshot;
  private final ScalingPolicy policy;
  private final ScalingMemory memory;
  private final long nowMs;

  private Autoscaler(Snapshot snapshot, ScalingPolicy policy, ScalingMemory memory, long nowMs) {
    this.snapshot = snapshot;
    this.policy = policy;
    this.memory = memory;
    this.nowMs = nowMs;
  }

  /**
   * Decides.
   *
   * @param before what was remembered of the decision before; {@link ScalingMemory#from} at first
   * @param nowMs the clock that the snapshot's times are of, epoch milliseconds
   */
  public static Decision decide(
      Snapshot snapshot, ScalingPolicy policy, ScalingMemory before, long nowMs) {
    return new Autoscaler(snapshot, policy, before.observe(snapshot, nowMs), nowMs).decide();
  }

  /**
   * What it would decide where somebody else does: what is seen is remembered, but no change that
   * is never made, nor a start that never comes.
   */
  public static Decision advise(
      Snapshot snapshot, ScalingPolicy policy, ScalingMemory before, long nowMs) {
    ScalingMemory seen = before.observe(snapshot, nowMs);
    Decision advice = new Autoscaler(snapshot, policy, seen, nowMs).decide();
    return new Decision(
        advice.pods(),
        advice.cause(),
        advice.why(),
        advice.findings(),
        advice.lookAgainAtMs(),
        advice.drainedByMs(),
        seen);
  }

  private Decision decide() {
    int current = snapshot.wanted();
    if (nowMs - snapshot.measuredAtMs() > ScalingPolicy.STALE_AFTER_MS) {
      String age = Words.duration(nowMs - snapshot.measuredAtMs());
      return stay(Cause.STALE, "the last measurement is %s old".formatted(age));
    }
    if (current == 0) {
      return asleep();
    }
    if (!snapshot.isKnown()) {
      return stay(Cause.UNKNOWN_LAG, "the lag of %s is not known".formatted(unknown()));
    }
    if (snapshot.isAnyRestoring()) {
      return stay(Cause.RESTORING, "partitions restore or replay");
    }
    if (snapshot.ready() < current && memory.start().isUnderWay(nowMs)) {
      String missing = Words.pods(current - snapshot.ready());
      return stay(Cause.STARTING, "%s of %d not ready yet".formatted(missing, current));
    }
    return isAtRest() ? fallAsleep() : awake();
  }

  private Decision awake() {
    int bounded = policy.bounds().clamp(snapshot.wanted(), snapshot.parallelism());
    if (!memory.capacity().isKnown() && snapshot.backlog() > 0) {
      String why = Words.pods(bounded) + ": what one can do is not known yet";
      return change(bounded, Cause.UNMEASURED, why);
    }
    Load load = Load.of(snapshot, policy, memory, nowMs);
    Course course = memory.course().need(load.pods(), policy.steadiness(), nowMs);
    int steady =
        bounded == snapshot.wanted()
            ? course.steady(bounded, policy.steadiness(), nowMs)
            : bounded; // the bounds themselves have changed: no need to wait
    ScalingMemory next = load.remember(memory.with(course, memory.start()), steady, nowMs);
    String why = load.why() + (steady == load.pods() ? "" : held(steady, load.pods()));
    Cause cause = steady == load.pods() ? load.cause() : Cause.STEADYING;
    return result(next, steady, cause, why, load.findings());
  }

  private String held(int steady, int needed) {
    if (needed > steady) {
      return "; %d until that has lasted %s"
          .formatted(steady, Words.duration(policy.steadiness().upWindow().toMillis()));
    }
    return memory.course().mayGoDown(policy.steadiness(), nowMs)
        ? "; %d as they were needed within the last %s"
            .formatted(steady, Words.duration(policy.steadiness().downWindow().toMillis()))
        : "; %d as the direction changed often within the hour".formatted(steady);
  }

  // --- zero and back (A6)

  private boolean isAtRest() {
    return policy.bounds().min() == 0
        && snapshot.backlog() == 0
        && !snapshot.isAnyOpen()
        && snapshot.partitions().stream().noneMatch(p -> p.standing() == Standing.REFUSED)
        && nowMs - memory.quietSinceMs() >= policy.idleAfter().toMillis()
        && untilDueMs() > Math.max(policy.wakeAhead().toMillis(), leadMs());
  }

  private Decision fallAsleep() {
    String quiet = "nothing waits, quiet for " + Words.duration(nowMs - memory.quietSinceMs());
    if (!memory.course().mayGoDown(policy.steadiness(), nowMs)) {
      int least = policy.bounds().clamp(1, snapshot.parallelism());
      return change(
          Math.min(least, snapshot.wanted()),
          Cause.STEADYING,
          Words.pods(least)
              + ": "
              + quiet
              + "; awake as the direction changed often within the hour");
    }
    return change(0, Cause.ASLEEP, "0 pods: " + quiet + next());
  }

  private Decision asleep() {
    if (snapshot.backlog() > 0) {
      return wakeByLag();
    }
    if (policy.bounds().min() > 0) {
      return wake(Cause.AT_MIN, "min is " + policy.bounds().min());
    }
    if (untilDueMs() <= leadMs()) {
      return wake(
          Cause.WOKEN_BY_TIMER,
          "a window falls due in %s, and a start takes %s"
              .formatted(
                  Words.duration(untilDueMs()), Words.duration(memory.start().expectedMs())));
    }
    return stay(Cause.ASLEEP, "nothing waits" + next());
  }

  private Decision wakeByLag() {
    if (!memory.capacity().isKnown()) {
      return wake(
          Cause.WOKEN_BY_LAG,
          Words.records(snapshot.backlog()) + " wait; what a pod can do is not known yet");
    }
    Load load = Load.of(snapshot, policy, memory, nowMs);
    ScalingMemory next = load.remember(memory, load.pods(), nowMs);
    return result(next, load.pods(), Cause.WOKEN_BY_LAG, load.why(), load.findings());
  }

  private Decision wake(Cause cause, String why) {
    int pods = policy.bounds().clamp(1, snapshot.parallelism());
    return change(pods, cause, Words.pods(pods) + ": " + why);
  }

  private String next() {
    return snapshot.dueAtMs() == PartitionSample.NEVER
        ? ""
        : ", the next window falls due in " + Words.duration(untilDueMs());
  }

  private long untilDueMs() {
    long due = snapshot.dueAtMs();
    return due == PartitionSample.NEVER ? PartitionSample.NEVER : due - nowMs;
  }

  private long leadMs() {
    return memory.start().expectedMs() + EARLY_MS;
  }

  // --- results

  private Decision stay(Cause cause, String why) {
    String text = "%s: %s".formatted(Words.pods(snapshot.wanted()), why);
    return result(memory, snapshot.wanted(), cause, text, List.of());
  }

  private Decision change(int pods, Cause cause, String why) {
    return result(memory, pods, cause, why, List.of());
  }

  private Decision result(
      ScalingMemory next, int pods, Cause cause, String why, List<Finding> ofLoad) {
    int current = snapshot.wanted();
    List<Finding> findings = new ArrayList<>(ofLoad);
    findings.addAll(Watch.findings(snapshot, next.tracks(), next.longTerm(), nowMs));
    ScalingMemory kept =
        next.with(
            next.course().changed(current, pods, nowMs),
            pods > current ? next.start().asked(nowMs) : next.start());
    long lookAgainAt =
        pods == 0 && snapshot.dueAtMs() != PartitionSample.NEVER
            ? snapshot.dueAtMs() - leadMs()
            : PartitionSample.NEVER;
    long drainedBy = kept.drain() == null ? PartitionSample.NEVER : kept.drain().predictedAtMs();
    return new Decision(pods, cause, why, findings, lookAgainAt, drainedBy, kept);
  }

  private String unknown() {
    List<String> names =
        snapshot.partitions().stream()
            .filter(partition -> !partition.lag().isKnown())
            .map(PartitionSample::partition)
            .toList();
    return names.size() <= 3 ? String.join(", ", names) : names.size() + " partitions";
  }
}
