package dev.millrace.operator;

import dev.millrace.operator.condition.Verdict;
import dev.millrace.operator.crd.RolloutStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of applying a function's objects.
 *
 * @param rollout which template is run
 * @param rolledBack why that is not the spec's, or null if it is
 * @param refusal why the API server does not take the objects, or null if it does
 * @param image that pods run
 * @param events that happened
 * @param upgrade how far pods are on the way to the template
 */
record Deployment(
    RolloutStatus rollout,
    @Nullable String rolledBack,
    @Nullable Verdict refusal,
    String image,
    List<Happening> events,
    Upgrade upgrade) {

  Deployment {
    events = List.copyOf(events);
  }
}
