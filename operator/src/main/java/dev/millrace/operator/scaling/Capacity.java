package dev.millrace.operator.scaling;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many records per second one pod can do. Measured where a pod has more than it can do; until
 * that happened, estimated from the share of the time that its partitions work. Immutable.
 *
 * @param perPod records per second; 0 if unknown
 * @param measured whether a pod was seen at its limit, or this is an estimate
 */
record Capacity(double perPod, boolean measured) {
  static final Capacity UNKNOWN = new Capacity(0, false);

  private static final double WEIGHT = 0.3;

  /** A partition that has this share of a step's work left at its end never ran dry within it. */
  private static final double LEFT_OVER = 0.2;

  boolean isKnown() {
    return perPod > 0;
  }

  /** Takes in what happened since the snapshot before. */
  Capacity learn(History history) {
    List<Snapshot> step = history.lastStep();
    if (step.isEmpty() || !isTelling(step.get(0), step.get(1))) {
      return this;
    }
    double atLimit = atLimit(step.get(0), step.get(1));
    if (atLimit > 0) {
      return new Capacity(measured ? perPod + WEIGHT * (atLimit - perPod) : atLimit, true);
    }
    double estimate = estimate(step.get(1));
    return measured || estimate == 0 ? this : new Capacity(estimate, false);
  }

  private static boolean isTelling(Snapshot from, Snapshot to) {
    return from.ready() == to.ready() && to.ready() > 0 && !to.isAnyRestoring();
  }

  /** Mean of the pods of which no partition ran dry in between; 0 if there is none. */
  private static double atLimit(Snapshot from, Snapshot to) {
    Map<String, Double> done = History.rates(from, to, PartitionSample::position);
    double seconds = (to.measuredAtMs() - from.measuredAtMs()) / 1000.0;
    Map<String, Pod> pods = new TreeMap<>();
    for (PartitionSample partition : to.partitions()) {
      if (partition.owner() != null) {
        double rate = done.getOrDefault(partition.partition(), 0.0);
        boolean full = partition.backlog() > 0 && partition.backlog() >= rate * seconds * LEFT_OVER;
        pods.merge(partition.owner(), new Pod(rate, full), Pod::and);
      }
    }
    return pods.values().stream()
        .filter(pod -> pod.full && pod.rate > 0)
        .mapToDouble(Pod::rate)
        .average()
        .orElse(0);
  }

  /** Records per second of working time: what a pod does on one thread at least. */
  private static double estimate(Snapshot snapshot) {
    double rate = 0;
    double busy = 0;
    for (PartitionSample partition : snapshot.partitions()) {
      rate += partition.load().rate();
      busy += partition.load().busy();
    }
    return new PartitionSample.Load(rate, busy).capacity();
  }

  private record Pod(double rate, boolean full) {

    Pod and(Pod other) {
      return new Pod(rate + other.rate, full && other.full);
    }
  }
}
