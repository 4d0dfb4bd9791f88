package dev.millrace.operator;

import dev.millrace.operator.condition.Summaries;
import dev.millrace.operator.crd.CheckpointRequest;
import dev.millrace.operator.crd.PartitionSummary;
import dev.millrace.operator.dependent.Names;
import dev.millrace.operator.observe.Observation;
import dev.millrace.runtime.ledger.CheckpointAsk;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Stage;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints that someone wants now (C5): the annotation of the StreamFunction goes into the
 * ledger, where pods read it, and their answers come back into the status. Pure.
 *
 * @param request how far it is, or null if nobody wants any
 * @param mustAsk whether the ledger is still to be told
 */
record CheckpointWish(@Nullable CheckpointRequest request, boolean mustAsk) {
  private static final CheckpointWish NONE = new CheckpointWish(null, false);

  /**
   * How far it is.
   *
   * @param ageMs by partition, how old its newest checkpoint is; null if it has none
   */
  static CheckpointWish of(Seen seen, Function<String, @Nullable Long> ageMs) {
    String wish = annotated(seen.function().getMetadata());
    if (wish == null || wish.isBlank()) {
      return NONE;
    }
    CheckpointRequest before = seen.status().checkpointRequest();
    if (before != null && before.done() && before.requested().equals(wish)) {
      return new CheckpointWish(before, false);
    }
    Observation observation = seen.observation();
    if (observation == null || observation.ledger() == null) {
      // Of a function that never ran there is nothing to save.
      boolean nothing = observation != null && observation.troubles().isEmpty();
      return new CheckpointWish(new CheckpointRequest(wish, nothing, 0, 0, List.of(), null), false);
    }
    return of(wish, observation.ledger(), ageMs);
  }

  /** What the annotation says, or null if there is none. */
  static @Nullable String annotated(ObjectMeta meta) {
    Map<String, String> annotations = meta.getAnnotations();
    return annotations == null ? null : annotations.get(Names.CHECKPOINT);
  }

  private static CheckpointWish of(
      String wish, LedgerView ledger, Function<String, @Nullable Long> ageMs) {
    CheckpointAsk asked = ledger.asked();
    boolean heard = asked != null && asked.id().equals(wish);
    List<PartitionEntry> all =
        ledger.partitions().stream().filter(p -> p.ref().stage() == Stage.WINDOWS).toList();
    List<String> waiting =
        all.stream()
            .filter(p -> asked == null || !heard || !asked.isAnsweredBy(p))
            .map(p -> p.ref().toString())
            .toList();
    boolean done = waiting.isEmpty();
    Long oldest =
        all.stream()
            .map(p -> ageMs.apply(p.ref().toString()))
            .filter(Objects::nonNull)
            .max(Long::compare)
            .orElse(null);
    CheckpointRequest request =
        new CheckpointRequest(
            wish,
            done,
            all.size() - waiting.size(),
            all.size(),
            waiting.stream().limit(PartitionSummary.NAMED).toList(),
            done ? Summaries.age(oldest) : null);
    return new CheckpointWish(request, !heard);
  }

  /** Whether pods are still to answer. */
  boolean isPending() {
    return request != null && !request.done();
  }
}
