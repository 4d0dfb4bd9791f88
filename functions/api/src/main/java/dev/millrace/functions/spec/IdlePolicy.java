package dev.millrace.functions.spec;

/** What the watermark does when partitions are idle (rule W8). */
public enum IdlePolicy {
  /** It waits for them. */
  STALL,
  /** Idle partitions are left out of the minimum; when all are idle it is the largest of them. */
  OTHERS,
  /** As {@link #OTHERS}, and when all are idle event time goes on at the pace of the clock. */
  PACE
}
