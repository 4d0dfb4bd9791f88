package dev.millrace.operator.scaling;

import java.util.ArrayList;
import java.util.List;

/**
 * How long pods take from being asked for until they work and their partitions are restored, as
 * observed: what a change costs. Immutable.
 *
 * @param seenMs the last ones, oldest first
 * @param askedAtMs when pods were asked for that do not work yet; {@link PartitionSample#NEVER} if
 *     none
 */
record StartTime(List<Long> seenMs, long askedAtMs) {

  /** What is assumed until the first one was seen. */
  static final long ASSUMED_MS = 10_000;

  static final StartTime INITIAL = new StartTime(List.of(), PartitionSample.NEVER);

  private static final int KEPT = 8;

  /** Pods that take longer, and many times longer than usual, are not waited for. */
  private static final long GIVEN_UP_MS = 300_000;

  private static final int GIVEN_UP = 4;

  StartTime {
    seenMs = List.copyOf(seenMs);
  }

  /** Takes in whether what was asked for works. */
  StartTime observe(Snapshot snapshot, long nowMs) {
    boolean missing = snapshot.ready() < snapshot.wanted() || snapshot.isAnyRestoring();
    boolean waiting = askedAtMs != PartitionSample.NEVER;
    if (missing) {
      return this;
    }
    return waiting ? arrived(nowMs - askedAtMs) : this;
  }

  private StartTime arrived(long tookMs) {
    List<Long> next = new ArrayList<>(seenMs);
    next.add(tookMs);
    return new StartTime(
        next.subList(Math.max(0, next.size() - KEPT), next.size()), PartitionSample.NEVER);
  }

  /** Pods were asked for. */
  StartTime asked(long nowMs) {
    return new StartTime(seenMs, nowMs);
  }

  /** The longest of the last starts: waking late is worse than waking early. */
  long expectedMs() {
    return seenMs.stream().mapToLong(Long::longValue).max().orElse(ASSUMED_MS);
  }

  /** Whether pods that were asked for may still be on their way. */
  boolean isUnderWay(long nowMs) {
    return askedAtMs != PartitionSample.NEVER
        && nowMs - askedAtMs < Math.max(GIVEN_UP_MS, GIVEN_UP * expectedMs());
  }
}
