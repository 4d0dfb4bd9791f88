package dev.millrace.operator;

import dev.millrace.operator.condition.Conditions;
import dev.millrace.operator.crd.CheckpointRequest;
import dev.millrace.operator.crd.ScalingStatus;
import dev.millrace.operator.crd.StreamFunctionStatus;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Events that follow from how a status changed: each is told once. Pure. */
final class Changes {
  /** What comes and goes with every start is no warning. */
  private static final Set<String> USUAL =
      Set.of("PodsStarting", "Suspended", "Sleeping", "NotObserved", "RolledBack");

  private Changes() {}

  static List<Happening> between(StreamFunctionStatus before, StreamFunctionStatus after) {
    List<Happening> events = new ArrayList<>();
    scaled(before.scaling(), after.scaling(), events);
    saved(before.checkpointRequest(), after.checkpointRequest(), events);
    ready(before.condition(Conditions.READY), after.condition(Conditions.READY), events);
    for (Condition condition : after.conditions()) {
      if (!condition.getType().equals(Conditions.READY)
          && !condition.getType().equals(Conditions.DEPLOYED)) {
        warned(before.condition(condition.getType()), condition, events);
      }
    }
    return events;
  }

  private static void scaled(
      @Nullable ScalingStatus before, @Nullable ScalingStatus after, List<Happening> events) {
    Integer is = after == null ? null : after.wanted();
    if (after == null || is == null) {
      return;
    }
    int was = before == null || before.wanted() == null ? 0 : before.wanted();
    if (is != was) {
      String reason =
          switch (String.valueOf(after.cause())) {
            case "SUSPENDED" -> "Suspended";
            case "ASLEEP" -> "FellAsleep";
            case "WOKEN_BY_LAG", "WOKEN_BY_TIMER" -> "Woke";
            default -> is > was ? "ScaledUp" : "ScaledDown";
          };
      events.add(
          Happening.normal(reason, "From " + was + " to " + is + " pods. " + after.reason()));
    }
  }

  private static void saved(
      @Nullable CheckpointRequest before,
      @Nullable CheckpointRequest after,
      List<Happening> events) {
    boolean told =
        after != null
            && before != null
            && before.done()
            && before.requested().equals(after.requested());
    if (after != null && after.done() && !told) {
      String text = "All %d partitions have saved what there was, as asked for at %s.";
      events.add(Happening.normal("Checkpointed", text.formatted(after.of(), after.requested())));
    }
  }

  private static void ready(
      @Nullable Condition before, @Nullable Condition after, List<Happening> events) {
    if (after == null) {
      return;
    }
    boolean isTrue = after.getStatus().equals("True");
    boolean wasTrue = before != null && before.getStatus().equals("True");
    if (isTrue && !wasTrue) {
      events.add(Happening.normal("Ready", after.getMessage()));
    } else if (!isTrue) {
      warned(before, after, events);
    }
  }

  private static void warned(@Nullable Condition before, Condition after, List<Happening> events) {
    boolean told = before != null && before.getReason().equals(after.getReason());
    if (after.getStatus().equals("False") && !told && !USUAL.contains(after.getReason())) {
      events.add(Happening.warning(after.getReason(), after.getMessage()));
    }
  }
}
