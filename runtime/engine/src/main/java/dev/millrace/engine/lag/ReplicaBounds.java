package dev.millrace.engine.lag;

/**
 * Bounds within which a number of pods is sensible for the lag there is (rules A3 to A6). What a
 * scaler decides lies in them; how it decides within them is its own matter.
 *
 * @param atLeast pods below which work would wait for no reason
 * @param atMost pods above which some would have nothing to do
 */
public record ReplicaBounds(int atLeast, int atMost) {

  /**
   * What is asked for.
   *
   * @param lagPerPod lag that one pod is to carry, from 1
   * @param min pods that always run, from 0
   * @param max pods that may run
   */
  public record Policy(long lagPerPod, int min, int max) {

    public Policy {
      if (lagPerPod < 1 || min < 0 || max < min) {
        throw new IllegalArgumentException(
            "Expected lagPerPod >= 1 and 0 <= min <= max, but got: lagPerPod="
                + lagPerPod
                + ", min="
                + min
                + ", max="
                + max);
      }
    }
  }

  /**
   * What is known of the function.
   *
   * @param lags per partition, {@link PartitionLag#UNKNOWN_LAG} where unknown
   * @param pods running now
   * @param pending something is left to do without lag: timers, output, a checkpoint at the end
   * @param trustworthy the lags are fresh and no pod is restoring
   */
  public record Observation(long[] lags, int pods, boolean pending, boolean trustworthy) {}

  /** The bounds; present pods where nothing can be said (unknown is not zero). */
  public static ReplicaBounds of(Observation seen, Policy policy) {
    long total = 0;
    int lagging = 0;
    boolean known = seen.trustworthy();
    for (long lag : seen.lags()) {
      known &= lag != PartitionLag.UNKNOWN_LAG;
      total += lag;
      lagging += lag > 0 ? 1 : 0;
    }
    if (!known) {
      return new ReplicaBounds(seen.pods(), seen.pods());
    }
    return lagging == 0 ? withoutLag(seen, policy) : withLag(total, lagging, seen, policy);
  }

  private static ReplicaBounds withoutLag(Observation seen, Policy policy) {
    if (!seen.pending()) {
      return new ReplicaBounds(policy.min(), policy.min());
    }
    int atLeast = Math.max(1, policy.min());
    return new ReplicaBounds(atLeast, Math.max(atLeast, seen.pods()));
  }

  private static ReplicaBounds withLag(long total, int lagging, Observation seen, Policy policy) {
    long wanted = (total - 1) / policy.lagPerPod() + 1;
    int ceiling = Math.min(policy.max(), seen.lags().length);
    int atMost = (int) Math.max(policy.min(), Math.min(wanted, ceiling));
    return new ReplicaBounds(Math.max(policy.min(), Math.min(atMost, lagging)), atMost);
  }
}
