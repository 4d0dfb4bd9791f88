package dev.millrace.operator.scaling;

import dev.millrace.operator.scaling.Decision.Cause;
import dev.millrace.operator.scaling.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of rule A3 for a function that has work: what is needed, before anything steadies
 * it.
 *
 * @param pods what is needed, within the bounds
 * @param cause whether what arrives or what waits asks for it
 * @param why the arithmetic in words
 * @param findings what pods do not cure
 * @param demand what it was computed from
 * @param drain the backlog that goes on, or null
 */
record Load(
    int pods,
    Cause cause,
    String why,
    List<Finding> findings,
    Demand demand,
    @Nullable Drain drain) {

  /** So much room is left when a pod is taken away, or the next breath would bring it back. */
  private static final double ROOM_BELOW = 0.1;

  static Load of(Snapshot snapshot, ScalingPolicy policy, ScalingMemory memory, long nowMs) {
    return new Sum(snapshot, policy, memory, nowMs).load();
  }

  /** Takes the load and the number chosen for it into the memory. */
  ScalingMemory remember(ScalingMemory before, int chosen, long nowMs) {
    Drain past = before.drain();
    if (drain == null) {
      Outcome outcome = past == null ? null : past.outcome(nowMs);
      return before.with(outcome == null ? before.margin() : before.margin().after(outcome), null);
    }
    boolean cannotTell = !demand.hot().isEmpty() || demand.allFull();
    if (cannotTell) {
      return before.with(before.margin(), drain.predicting(chosen, PartitionSample.NEVER, nowMs));
    }
    boolean stands = drain.predictedAtMs() != PartitionSample.NEVER && chosen <= drain.pods();
    if (stands && !drain.isOverdue(nowMs)) {
      return before.with(before.margin(), drain);
    }
    long startMs = chosen > drain.pods() ? before.start().expectedMs() : 0;
    long goneAt = Drain.goneAtMs(demand, before.capacity(), chosen, nowMs);
    Drain predicted =
        drain.predicting(
            chosen,
            goneAt == PartitionSample.NEVER ? goneAt : Math.max(goneAt, nowMs + startMs),
            nowMs);
    Outcome missed = missed(before.capacity(), nowMs);
    return before.with(missed == null ? before.margin() : before.margin().after(missed), predicted);
  }

  /** The prediction that more pods now replace, or null if there was none. */
  private @Nullable Outcome missed(Capacity capacity, long nowMs) {
    if (drain == null || drain.predictedAtMs() == PartitionSample.NEVER) {
      return null;
    }
    long latest = drain.deadlineMs() + (drain.deadlineMs() - drain.beganAtMs());
    long goneAt = Drain.goneAtMs(demand, capacity, drain.pods(), nowMs);
    return drain.outcome(Math.max(nowMs, Math.min(latest, goneAt)));
  }

  /** The computation of one load. */
  private static final class Sum {
    private final Snapshot snapshot;
    private final ScalingPolicy policy;
    private final ScalingMemory memory;
    private final long nowMs;
    private final Capacity capacity;
    private final Map<String, Double> arrivals;
    private final long targetMs;
    private final List<Finding> findings = new ArrayList<>();

    Sum(Snapshot snapshot, ScalingPolicy policy, ScalingMemory memory, long nowMs) {
      this.snapshot = snapshot;
      this.policy = policy;
      this.memory = memory;
      this.nowMs = nowMs;
      this.capacity = memory.capacity();
      this.arrivals = arrivals(memory.recent());
      this.targetMs = policy.drainTarget().toMillis();
    }

    /** A rise shows in the last steps first, and a fall is believed when the whole shows it. */
    private static Map<String, Double> arrivals(History recent) {
      Map<String, Double> rates = recent.rates(PartitionSample::end);
      Map<String, Double> latest = recent.latest().rates(PartitionSample::end);
      return sum(latest) > sum(rates) ? latest : rates;
    }

    private static double sum(Map<String, Double> rates) {
      return rates.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    Load load() {
      Demand steady = Demand.of(snapshot, arrivals, capacity, targetMs);
      Drain drain = Drain.follow(memory.drain(), steady, capacity, targetMs, nowMs);
      return drain == null ? arriving(steady) : draining(drain, steady);
    }

    private Load arriving(Demand demand) {
      int need = pods(demand, memory.margin().share());
      if (need < snapshot.wanted()) {
        int roomy = pods(demand, memory.margin().share() + ROOM_BELOW);
        need = Math.min(snapshot.wanted(), roomy);
      }
      return result(need, Cause.LOAD, demand, null, sum(demand, need));
    }

    private Load draining(Drain drain, Demand present) {
      Demand demand = present;
      long goneAt = Drain.goneAtMs(demand, capacity, snapshot.ready(), nowMs);
      if (drain.predictedAtMs() != PartitionSample.NEVER && drain.isOnCourse(goneAt)) {
        String why =
            "%s: %s waiting will be gone in %s, as asked"
                .formatted(
                    Words.pods(snapshot.wanted()),
                    Words.records(Math.round(demand.waiting())),
                    Words.duration(goneAt - nowMs));
        return result(snapshot.wanted(), Cause.BACKLOG, demand, drain, why);
      }
      int need = pods(demand, memory.margin().share());
      if (need > snapshot.ready()) {
        Demand then = afterStart(demand);
        int more = bounded(pods(then, memory.margin().share()));
        long startMs = memory.start().expectedMs();
        if (!drain.isSooner(Drain.goneAtMs(then, capacity, more, nowMs + startMs), goneAt)) {
          String why =
              "%s: %s waiting will be gone in %s, and more pods would not be done sooner"
                  .formatted(
                      Words.pods(snapshot.wanted()),
                      Words.records(Math.round(demand.waiting())),
                      Words.duration(goneAt - nowMs));
          return result(snapshot.wanted(), Cause.BACKLOG, demand, drain, why);
        }
        demand = then;
        need = pods(then, memory.margin().share());
      }
      // Nothing that has work is taken away while there is a backlog: a change would delay it.
      need = Math.min(Math.max(need, snapshot.wanted()), demand.partitions());
      return result(need, Cause.BACKLOG, demand, drain, sum(demand, need));
    }

    /** What more pods will find when they have started, and the time they then have. */
    private Demand afterStart(Demand demand) {
      long startMs = Math.min(memory.start().expectedMs(), targetMs / 2);
      double grown =
          Math.max(0, demand.arriving() - snapshot.ready() * capacity.perPod()) * startMs / 1000;
      return Demand.of(snapshot, arrivals, capacity, targetMs - startMs).plus(grown);
    }

    private int bounded(int need) {
      return policy.bounds().clamp(need, snapshot.parallelism());
    }

    private int pods(Demand demand, double margin) {
      if (!capacity.isKnown()) {
        return 1;
      }
      double exact = demand.useful() * (1 + margin) / capacity.perPod();
      return (int) Math.min(demand.partitions(), Math.ceil(exact - 1e-9));
    }

    private String sum(Demand demand, int need) {
      if (!capacity.isKnown()) {
        return Words.pods(need) + ": nothing waits, and what one can do is not known yet";
      }
      boolean limited = demand.useful() < demand.total() * 0.999;
      String arithmetic =
          String.format(
              Locale.ROOT,
              "%s = ceil((%s arriving + %s waiting / %s)%s × %.2f / %s per pod%s)",
              Words.pods(need),
              Words.perSecond(demand.arriving()),
              Words.records(Math.round(demand.waiting())),
              Words.duration(demand.withinMs()),
              limited ? ", of it " + Words.perSecond(demand.useful()) + " that pods can do" : "",
              1 + memory.margin().share(),
              Words.perSecond(capacity.perPod()),
              capacity.measured() ? "" : " (estimated)");
      return arithmetic;
    }

    private Load result(
        int need, Cause cause, Demand demand, @Nullable Drain drain, String arithmetic) {
      int bounded = bounded(need);
      demand.hot().forEach(this::hot);
      if (demand.allFull() && snapshot.ready() >= snapshot.parallelism()) {
        findings.add(
            new Finding(
                Kind.TOO_FEW_PARTITIONS,
                "",
                "Each partition asks for more than one thread can do, and there is a pod for each of"
                    + " the %d: only more partitions would help."
                        .formatted(snapshot.parallelism())));
      }
      if (need > policy.bounds().max() && policy.bounds().max() < snapshot.parallelism()) {
        findings.add(
            new Finding(
                Kind.AT_MAX,
                "",
                "%s are needed, and max is %d: raise it to meet the drain target."
                    .formatted(Words.pods(need), policy.bounds().max())));
      }
      String why = bounded == need ? arithmetic : arithmetic + "; bounds make it " + bounded;
      return new Load(bounded, cause, why, findings, demand, drain);
    }

    private void hot(String partition) {
      findings.add(
          new Finding(
              Kind.HOT_PARTITION,
              partition,
              "%s asks for more than one thread can do, and far more than the others: more pods do not"
                      .formatted(partition)
                  + " help. Choose a key that spreads better."));
    }
  }
}
