package dev.millrace.operator.scaling;

import java.util.List;

/**
 * How many pods there should be, and why.
 *
 * @param pods the number
 * @param cause stable word for conditions, events and metrics
 * @param why the arithmetic in words
 * @param findings what pods do not cure
 * @param lookAgainAtMs when the decision falls due anew though nothing is seen to change; {@link
 *     PartitionSample#NEVER} if a change is all that matters
 * @param drainedByMs when the backlog will be gone, as predicted; {@link PartitionSample#NEVER}
 *     without a backlog or a prediction
 * @param memory for the next decision
 */
public record Decision(
    int pods,
    Cause cause,
    String why,
    List<Finding> findings,
    long lookAgainAtMs,
    long drainedByMs,
    ScalingMemory memory) {

  public Decision {
    findings = List.copyOf(findings);
  }

  /** What led to the number. */
  public enum Cause {
    /** A lag is not known, which is not zero: nothing is changed. */
    UNKNOWN_LAG,
    /** What is known is too old: nothing is changed. */
    STALE,
    /** Partitions restore: nothing is changed by numbers from the midst of it. */
    RESTORING,
    /** Pods that were asked for are on their way. */
    STARTING,
    /** What a pod can do has not been seen yet. */
    UNMEASURED,
    /** What arrives asks for it. */
    LOAD,
    /** What waits asks for it. */
    BACKLOG,
    /** Another number is needed now, but it is not yet time to change. */
    STEADYING,
    /** Nothing to do. */
    ASLEEP,
    /** A record came. */
    WOKEN_BY_LAG,
    /** A window falls due. */
    WOKEN_BY_TIMER,
    /** It may not sleep. */
    AT_MIN
  }
}
