package dev.millrace.operator.condition;

import dev.millrace.operator.Seen;
import dev.millrace.operator.scaling.Decision;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What conditions are judged by.
 *
 * @param seen what is known of the function
 * @param wantedPods pods that are to run
 * @param decision of the autoscaler, or null if it has not decided
 * @param rolledBack why the spec's template is not run, or null if it is
 * @param withoutRoom whether pods that were asked for have not been created for a while
 * @param refusal why the API server does not take the objects, or null if it does
 * @param checkpointAgeMs by partition, how old its newest checkpoint is; null if it has none
 * @param checkpointBehindMs by partition, how long that has not held all that was committed
 */
public record Outlook(
    Seen seen,
    int wantedPods,
    @Nullable Decision decision,
    @Nullable String rolledBack,
    boolean withoutRoom,
    @Nullable Verdict refusal,
    Function<String, @Nullable Long> checkpointAgeMs,
    ToLongFunction<String> checkpointBehindMs) {

  /** Whether no pods are to run. */
  public boolean isAsleep() {
    return wantedPods == 0;
  }

  boolean isSuspended() {
    return seen.function().getSpec().suspend();
  }
}
