package dev.millrace.operator;

import dev.millrace.operator.crd.Scaling;
import dev.millrace.operator.crd.StreamFunctionSpec;
import dev.millrace.operator.crd.Times;
import dev.millrace.operator.scaling.Decision;
import dev.millrace.operator.scaling.ScalingPolicy;
import dev.millrace.operator.scaling.ScalingPolicy.Bounds;
import dev.millrace.operator.scaling.ScalingPolicy.Steadiness;
import dev.millrace.operator.scaling.Snapshot;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many pods are to run, and why: as suspended, as fixed by the scale subresource, or as the
 * autoscaler decides (rules A3 to A7).
 *
 * @param pods the number
 * @param cause stable word
 * @param why in words
 * @param decision of the autoscaler, which also watches what it does not decide; null if nothing is
 *     known yet
 */
record PodCount(int pods, String cause, String why, @Nullable Decision decision) {

  /** Another resource runs the function. */
  static final PodCount NAME_TAKEN =
      new PodCount(
          0, "NAME_TAKEN", "0 pods: another StreamFunction runs the function of this name", null);

  static PodCount of(Seen seen, Track track) {
    StreamFunctionSpec spec = seen.function().getSpec();
    Decision decision =
        seen.observation() == null || seen.samples().isEmpty()
            ? null
            : track.decide(
                new Snapshot(
                    seen.observation().atMs(), seen.replicas(), seen.ready(), seen.samples()),
                policy(spec.scaling()),
                isDecided(spec),
                seen.nowMs());
    if (spec.suspend()) {
      return new PodCount(0, "SUSPENDED", "0 pods: spec.suspend is true", decision);
    }
    Integer fixed = spec.replicas();
    if (fixed != null) {
      String why = " as spec.replicas says; remove it to let the operator decide";
      return new PodCount(fixed, "FIXED", fixed + (fixed == 1 ? " pod" : " pods") + why, decision);
    }
    if (decision == null) {
      int pods = Math.max(seen.replicas(), spec.scaling().min());
      return new PodCount(pods, "UNKNOWN", pods + " pods: nothing is known of its lag yet", null);
    }
    return new PodCount(decision.pods(), decision.cause().name(), decision.why(), decision);
  }

  /** Whether the number is the autoscaler's to decide: neither suspended nor fixed. */
  static boolean isDecided(StreamFunctionSpec spec) {
    return !spec.suspend() && spec.replicas() == null;
  }

  private static ScalingPolicy policy(Scaling scaling) {
    Duration target = Times.parse(scaling.drainTarget());
    Duration least = Duration.ofSeconds(1);
    return new ScalingPolicy(
        new Bounds(
            scaling.min(),
            scaling.max(),
            Objects.requireNonNullElse(scaling.partitionsPerPod(), Integer.MAX_VALUE)),
        target.compareTo(least) < 0 ? least : target,
        Times.parse(scaling.idleAfter()),
        Times.parse(scaling.wakeAhead()),
        Steadiness.DEFAULT);
  }
}
