package dev.millrace.operator.scaling;

import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.engine.lag.PartitionLag.StartFrom;
import dev.millrace.operator.scaling.PartitionSample.EventTime;
import dev.millrace.operator.scaling.PartitionSample.Load;
import dev.millrace.operator.scaling.PartitionSample.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A function and its pods in seconds of simulated time: records arrive by a trace, pods take time
 * to start, a partition that moves restores for a while, and a pod does so many records per second
 * and so many per partition. The autoscaler is asked every few seconds and obeyed.
 */
final class SimulatedFunction {
  static final long STEP_MS = 1_000;

  private static final double LONG_AGO = 1e8;

  private final Settings settings;
  private final LongToDoubleFunction arrivals;
  private final double[] ends;
  private final double[] positions;
  private final double[] rates;
  private final long[] restoredAtMs;
  private final SplittableRandom random;
  private final List<Change> changes = new ArrayList<>();
  private Map<Integer, String> owners = new TreeMap<>();
  private ScalingMemory memory;
  private @Nullable Decision last;
  private @Nullable Snapshot frozen;
  private int pods;
  private int ready;
  private final List<Start> starts = new ArrayList<>();
  private long nowMs;

  /**
   * The world it runs in.
   *
   * @param shares of the arrivals, one per partition, 1 together
   * @param perPod records per second a pod can do
   * @param perPartition records per second one thread can do
   * @param startMs from asking for a pod until it works
   * @param restoreMs a partition that moves does nothing for as long
   * @param noise of arrivals, as a share: 0.5 for half as much and half as much more
   * @param everyMs how often it is decided
   */
  record Settings(
      double[] shares,
      double perPod,
      double perPartition,
      long startMs,
      long restoreMs,
      double noise,
      long everyMs) {

    static Settings even(int partitions, double perPod) {
      double[] shares = new double[partitions];
      Arrays.fill(shares, 1.0 / partitions);
      return new Settings(shares, perPod, perPod, 10_000, 2_000, 0.1, 5_000);
    }

    Settings hot(int partition, double share) {
      double[] shares = this.shares.clone();
      Arrays.fill(shares, (1 - share) / (shares.length - 1));
      shares[partition] = share;
      return new Settings(shares, perPod, perPartition, startMs, restoreMs, noise, everyMs);
    }

    Settings starting(long newStartMs, long newRestoreMs) {
      return new Settings(shares, perPod, perPartition, newStartMs, newRestoreMs, noise, everyMs);
    }

    Settings noisy(double newNoise) {
      return new Settings(shares, perPod, perPartition, startMs, restoreMs, newNoise, everyMs);
    }
  }

  /** A change of the number of pods. */
  record Change(long atMs, int from, int to, String why) {

    boolean isUp() {
      return to > from;
    }
  }

  SimulatedFunction(Settings settings, int pods, LongToDoubleFunction arrivals, long seed) {
    this.settings = settings;
    this.arrivals = arrivals;
    this.pods = pods;
    this.ready = pods;
    this.random = new SplittableRandom(seed);
    int partitions = settings.shares().length;
    ends = new double[partitions];
    positions = new double[partitions];
    rates = new double[partitions];
    restoredAtMs = new long[partitions];
    memory = ScalingMemory.from(0);
    place();
    Arrays.fill(restoredAtMs, 0);
    Arrays.fill(ends, LONG_AGO);
    Arrays.fill(positions, LONG_AGO);
  }

  /** Lets records wait: nobody has read them, as after an outage. */
  void fallBehind(double records) {
    for (int p = 0; p < ends.length; p++) {
      positions[p] = Math.max(0, positions[p] - records * settings.shares()[p]);
    }
  }

  /** Lets records come all at once. */
  void leap(double records) {
    for (int p = 0; p < ends.length; p++) {
      ends[p] += records * settings.shares()[p];
    }
  }

  /** From now on the autoscaler is shown what was measured now; until {@link #thaw}. */
  void freeze() {
    frozen = snapshot();
  }

  void thaw() {
    frozen = null;
  }

  void run(ScalingPolicy policy, long durationMs) {
    for (long until = nowMs + durationMs; nowMs < until; ) {
      step();
      if (nowMs % settings.everyMs() == 0) {
        obey(policy);
      }
    }
  }

  /** Runs until the backlog is down to a number of records; returns how long that took. */
  long runUntilBacklogIs(double records, ScalingPolicy policy, long limitMs) {
    long from = nowMs;
    while (backlog() > records && nowMs - from < limitMs) {
      run(policy, STEP_MS);
    }
    return nowMs - from;
  }

  private void step() {
    nowMs += STEP_MS;
    double seconds = STEP_MS / 1000.0;
    for (int p = 0; p < ends.length; p++) {
      double factor = 1 + settings.noise() * (2 * random.nextDouble() - 1);
      ends[p] += arrivals.applyAsDouble(nowMs) * settings.shares()[p] * factor * seconds;
    }
    if (starts.removeIf(start -> nowMs >= start.atMs() && becomeReady(start))) {
      place();
    }
    work(seconds);
  }

  /** Each pod shares what it can do among its partitions that have something to do. */
  private void work(double seconds) {
    Arrays.fill(rates, 0);
    Map<String, Double> left = new HashMap<>();
    Map<String, List<Integer>> byPod = new TreeMap<>();
    owners.forEach((p, pod) -> byPod.computeIfAbsent(pod, x -> new ArrayList<>()).add(p));
    byPod.forEach(
        (pod, held) -> {
          left.put(pod, settings.perPod() * seconds);
          held.sort((a, b) -> Double.compare(ends[a] - positions[a], ends[b] - positions[b]));
          for (int i = 0; i < held.size(); i++) {
            int p = held.get(i);
            if (nowMs < restoredAtMs[p]) {
              continue;
            }
            double fair = left.get(pod) / (held.size() - i);
            double limit = Math.min(fair, settings.perPartition() * seconds);
            double done = Math.min(limit, ends[p] - positions[p]);
            positions[p] += done;
            rates[p] = done / seconds;
            left.merge(pod, -done, Double::sum);
          }
        });
  }

  private void obey(ScalingPolicy policy) {
    Decision decision =
        Autoscaler.decide(frozen == null ? snapshot() : frozen, policy, memory, nowMs);
    memory = decision.memory();
    last = decision;
    if (decision.pods() != pods) {
      changes.add(new Change(nowMs, pods, decision.pods(), decision.why()));
      if (decision.pods() > pods) {
        starts.add(new Start(nowMs + settings.startMs(), decision.pods() - pods));
      }
      pods = decision.pods();
      if (ready > pods) {
        ready = pods;
        place();
      }
    }
  }

  private boolean becomeReady(Start start) {
    ready = Math.min(pods, ready + start.count());
    return true;
  }

  /** Pods that will be ready. */
  private record Start(long atMs, int count) {}

  private void place() {
    Map<Integer, Double> loads = new TreeMap<>();
    for (int p = 0; p < ends.length; p++) {
      loads.put(p, settings.shares()[p]);
    }
    TreeSet<String> names = new TreeSet<>();
    for (int i = 0; i < ready; i++) {
      names.add("pod-" + i);
    }
    Map<Integer, String> next = new TreeMap<>(Placement.place(loads, names, owners));
    next.forEach(
        (p, pod) -> {
          if (!pod.equals(owners.get(p))) {
            restoredAtMs[p] = nowMs + settings.restoreMs();
          }
        });
    owners = next;
  }

  private Snapshot snapshot() {
    List<PartitionSample> samples = new ArrayList<>();
    for (int p = 0; p < ends.length; p++) {
      LogBounds log = new LogBounds(0, (long) ends[p], (long) ends[p]);
      long position = (long) positions[p];
      double busy = Math.min(1, rates[p] / settings.perPartition());
      samples.add(
          new PartitionSample(
              "p:" + p,
              log,
              PartitionLag.of(log, position, StartFrom.EARLIEST, true),
              position,
              EventTime.NONE,
              new Load(rates[p], busy),
              owners.get(p),
              nowMs < restoredAtMs[p] ? Standing.RESTORING : Standing.SETTLED));
    }
    return new Snapshot(nowMs, pods, ready, samples);
  }

  double backlog() {
    double backlog = 0;
    for (int p = 0; p < ends.length; p++) {
      backlog += ends[p] - positions[p];
    }
    return backlog;
  }

  int pods() {
    return pods;
  }

  long nowMs() {
    return nowMs;
  }

  Decision lastDecision() {
    if (last == null) {
      throw new IllegalStateException("Expected a decision, but none was asked for yet.");
    }
    return last;
  }

  List<Change> changes() {
    return Collections.unmodifiableList(changes);
  }

  /** Changes of direction within the worst hour there was. */
  long reversalsInTheWorstHour() {
    List<Long> reversals = new ArrayList<>();
    for (int i = 1; i < changes.size(); i++) {
      if (changes.get(i).isUp() != changes.get(i - 1).isUp()) {
        reversals.add(changes.get(i).atMs());
      }
    }
    return reversals.stream()
        .mapToLong(
            from -> reversals.stream().filter(at -> at >= from && at < from + 3_600_000).count())
        .max()
        .orElse(0);
  }
}
