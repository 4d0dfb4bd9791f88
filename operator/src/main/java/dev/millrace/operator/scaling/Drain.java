package dev.millrace.operator.scaling;

import org.jspecify.annotations.Nullable;

/**
 * A backlog from when pods were chosen for it until it is gone. It has a deadline: spreading what
 * is left over the whole target at each decision would approach the end and never reach it. While
 * it is on course nothing changes; where it is not, pods are chosen anew, with a deadline of their
 * own.
 *
 * @param beganAtMs when it was seen, or last chosen for
 * @param deadlineMs by when it is to be gone
 * @param predictedAtMs when it will be gone by the arithmetic that chose the pods; {@link
 *     PartitionSample#NEVER} until there is one
 * @param pods the number it was predicted for
 */
record Drain(long beganAtMs, long deadlineMs, long predictedAtMs, int pods) {

  /** Work that waits for less time than this is on its way, not a backlog. */
  private static final double ON_ITS_WAY_S = 2;

  /** So late it may become before more pods are asked for, as a share of the target. */
  private static final double TOLERANCE = 0.15;

  /** The drain that goes on, begins, or is over (null). */
  static @Nullable Drain follow(
      @Nullable Drain before, Demand demand, Capacity pod, long targetMs, long nowMs) {
    double onItsWay = ON_ITS_WAY_S * Math.max(demand.arriving(), pod.perPod());
    boolean begins = before == null && demand.waiting() > 2 * onItsWay;
    if (begins) {
      return new Drain(nowMs, nowMs + targetMs, PartitionSample.NEVER, 0);
    }
    return before != null && demand.waiting() > onItsWay ? before : null;
  }

  /** When a number of pods, from now on, will be done; {@link PartitionSample#NEVER} if never. */
  static long goneAtMs(Demand demand, Capacity pod, int pods, long nowMs) {
    double net = pods * pod.perPod() - demand.arriving();
    return net <= 0 ? PartitionSample.NEVER : nowMs + Math.round(demand.waiting() * 1000 / net);
  }

  /** Whether the pods that work will be done in time. */
  boolean isOnCourse(long goneAtMs) {
    return goneAtMs <= deadlineMs + TOLERANCE * (deadlineMs - beganAtMs);
  }

  /** Whether being done at one time rather than at another is worth a change. */
  boolean isSooner(long goneAtMs, long thanMs) {
    return thanMs == PartitionSample.NEVER
        || goneAtMs < thanMs - TOLERANCE * (deadlineMs - beganAtMs);
  }

  /** Whether it should have been gone for a while. */
  boolean isOverdue(long nowMs) {
    return predictedAtMs != PartitionSample.NEVER && !isOnCourse(nowMs);
  }

  /** From now on with other pods. */
  Drain predicting(int forPods, long goneAtMs, long nowMs) {
    return new Drain(nowMs, nowMs + (deadlineMs - beganAtMs), goneAtMs, forPods);
  }

  /** What came of the prediction, or null if there was none. */
  @Nullable Outcome outcome(long nowMs) {
    return predictedAtMs == PartitionSample.NEVER
        ? null
        : new Outcome(beganAtMs, deadlineMs - beganAtMs, predictedAtMs, nowMs, pods);
  }
}
