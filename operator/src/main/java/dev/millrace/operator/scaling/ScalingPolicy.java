package dev.millrace.operator.scaling;

import java.time.Duration;

/**
 * What is asked of the autoscaler.
 *
 * @param bounds how many pods there may be
 * @param drainTarget within which a backlog is to be gone
 * @param idleAfter quiet time after which the function may go to zero
 * @param wakeAhead a window that falls due sooner keeps the function awake; raised to the start
 *     time that was learned
 * @param steadiness what keeps the number from swinging
 */
public record ScalingPolicy(
    Bounds bounds,
    Duration drainTarget,
    Duration idleAfter,
    Duration wakeAhead,
    Steadiness steadiness) {

  /** A snapshot that is older says nothing about now. */
  static final long STALE_AFTER_MS = 120_000;

  public ScalingPolicy {
    if (drainTarget.compareTo(Duration.ofSeconds(1)) < 0
        || idleAfter.isNegative()
        || wakeAhead.isNegative()) {
      throw new IllegalArgumentException(
          "Expected drainTarget >= 1 s and idleAfter, wakeAhead >= 0, but got: drainTarget="
              + drainTarget
              + ", idleAfter="
              + idleAfter
              + ", wakeAhead="
              + wakeAhead
              + ".");
    }
  }

  /** The policy of a function that sets nothing but its bounds. */
  public static ScalingPolicy within(Bounds bounds) {
    return new ScalingPolicy(
        bounds,
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(1),
        Steadiness.DEFAULT);
  }

  /**
   * How many pods there may be.
   *
   * @param min pods that always run, from 0
   * @param max pods that may run, from 1; partitions are a bound besides
   * @param partitionsPerPod partitions one pod may have while the function is awake, from 1
   */
  public record Bounds(int min, int max, int partitionsPerPod) {

    public Bounds {
      if (min < 0 || max < 1 || max < min || partitionsPerPod < 1) {
        throw new IllegalArgumentException(
            "Expected 0 <= min <= max, max >= 1 and partitionsPerPod >= 1, but got: min="
                + min
                + ", max="
                + max
                + ", partitionsPerPod="
                + partitionsPerPod
                + ".");
      }
    }

    /** From min to max, with as many partitions in a pod as may be. */
    public static Bounds of(int min, int max) {
      return new Bounds(min, max, Integer.MAX_VALUE);
    }

    /** The nearest number that is allowed to a function that is awake. */
    int clamp(int pods, int partitions) {
      int ceiling = Math.max(1, Math.min(max, partitions));
      int packed = partitions == 0 ? 1 : (partitions - 1) / partitionsPerPod + 1;
      int floor = Math.max(1, Math.max(min, packed));
      return Math.min(Math.max(pods, floor), ceiling);
    }
  }

  /**
   * What keeps the number of pods from swinging.
   *
   * @param upWindow a need must have lasted as long before pods are added
   * @param downWindow a need must be gone as long before pods are taken away
   * @param reversalsPerHour changes of direction within an hour, from 2: as it takes one to go down
   *     and one to come back up, going down waits while two would be too many
   */
  public record Steadiness(Duration upWindow, Duration downWindow, int reversalsPerHour) {

    public static final Steadiness DEFAULT =
        new Steadiness(Duration.ofSeconds(10), Duration.ofMinutes(5), 4);

    public Steadiness {
      if (upWindow.isNegative() || downWindow.isNegative() || reversalsPerHour < 2) {
        throw new IllegalArgumentException(
            "Expected windows >= 0 and reversalsPerHour >= 2, but got: upWindow="
                + upWindow
                + ", downWindow="
                + downWindow
                + ", reversalsPerHour="
                + reversalsPerHour
                + ".");
      }
    }
  }
}
