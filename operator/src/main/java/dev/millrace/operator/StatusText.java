package dev.millrace.operator;

import dev.millrace.operator.condition.Conditions;
import dev.millrace.operator.condition.Outlook;
import dev.millrace.operator.condition.Summaries;
import dev.millrace.operator.crd.CheckpointRequest;
import dev.millrace.operator.crd.PartitionSummary;
import dev.millrace.operator.crd.RolloutStatus;
import dev.millrace.operator.crd.ScalingStatus;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.crd.StreamFunctionStatus;
import dev.millrace.operator.dependent.Names;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the status of a function. Pure. */
final class StatusText {
  private StatusText() {}

  /**
   * The status.
   *
   * @param image that pods run
   * @param checkpoints that were asked for, or null
   */
  static StreamFunctionStatus of(
      Outlook outlook,
      PodCount count,
      RolloutStatus rollout,
      String image,
      @Nullable CheckpointRequest checkpoints) {
    Seen seen = outlook.seen();
    StreamFunction function = seen.function();
    return new StreamFunctionStatus(
        function.generation(),
        Conditions.phase(outlook, rollout.progressing() != null && rollout.stable() != null),
        seen.ready() + "/" + outlook.wantedPods(),
        seen.podsOfNeed(),
        seen.ready(),
        Names.selectorText(function),
        image,
        String.join(",", function.getSpec().source().inputs()),
        Conditions.of(outlook),
        Summaries.partitions(outlook),
        Summaries.watermarkLag(outlook),
        Summaries.nextFiring(seen.samples()),
        scaling(seen, count),
        Summaries.guarantees(function.getSpec()),
        rollout,
        checkpoints);
  }

  /** A sleeper's reason stays: only the time would differ. */
  private static ScalingStatus scaling(Seen seen, PodCount count) {
    ScalingStatus before = seen.status().scaling();
    String now = Instant.ofEpochSecond(seen.nowMs() / 1000).toString();
    if (before == null || !Objects.equals(before.wanted(), count.pods())) {
      return new ScalingStatus(count.pods(), count.why(), count.cause(), now);
    }
    boolean rests = count.pods() == 0 && Objects.equals(before.cause(), count.cause());
    return new ScalingStatus(
        count.pods(), rests ? before.reason() : count.why(), count.cause(), before.since());
  }

  /**
   * Whether two statuses differ by numbers and words only that change all the time: those are
   * written now and then, the others at once.
   */
  static boolean isSameButNumbers(StreamFunctionStatus a, StreamFunctionStatus b) {
    return still(a).equals(still(b));
  }

  private static StreamFunctionStatus still(StreamFunctionStatus s) {
    List<Condition> conditions =
        s.conditions().stream().map(c -> new ConditionBuilder(c).withMessage("").build()).toList();
    PartitionSummary p = s.partitions();
    PartitionSummary partitions =
        p == null ? null : new PartitionSummary(p.total(), p.owned(), null, null, null, List.of());
    ScalingStatus scaling =
        s.scaling() == null
            ? null
            : new ScalingStatus(s.scaling().wanted(), null, s.scaling().cause(), null);
    return new StreamFunctionStatus(
        s.observedGeneration(),
        s.phase(),
        s.pods(),
        s.replicas(),
        s.readyReplicas(),
        s.selector(),
        s.image(),
        s.topics(),
        conditions,
        partitions,
        null,
        null,
        scaling,
        s.guarantees(),
        s.rollout(),
        s.checkpointRequest());
  }
}
