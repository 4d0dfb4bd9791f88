package dev.millrace.operator.condition;

import dev.millrace.operator.crd.StreamFunctionStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A condition before it is written.
 *
 * @param isTrue null while it cannot be told
 * @param reason stable word
 * @param message what was seen, and what to do if it is not well
 */
public record Verdict(@Nullable Boolean isTrue, String reason, String message) {

  static Verdict yes(String reason, String message) {
    return new Verdict(true, reason, message);
  }

  /** One that does not hold. */
  public static Verdict no(String reason, String message) {
    return new Verdict(false, reason, message);
  }

  static Verdict unknown(String reason, String message) {
    return new Verdict(null, reason, message);
  }

  /** As a condition; the time of its last change stays while its status does. */
  Condition as(String type, StreamFunctionStatus before, long generation, long nowMs) {
    String status = isTrue == null ? "Unknown" : isTrue ? "True" : "False";
    Condition old = before.condition(type);
    String since =
        old != null && old.getStatus().equals(status)
            ? old.getLastTransitionTime()
            : Instant.ofEpochSecond(nowMs / 1000).toString();
    return new ConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .withObservedGeneration(generation)
        .withLastTransitionTime(since)
        .build();
  }
}
