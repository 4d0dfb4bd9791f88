package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.observe.Trouble;
import dev.millrace.operator.observe.Trouble.Reason;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resources that name the same function of a namespace. Ledger, group, transactional ids and
 * checkpoints are kept under that name, so two would take each other's partitions away: the oldest
 * runs it, the others wait until it is gone.
 */
final class Namesakes {
  private static final String INDEX = "function";
  private static final Comparator<StreamFunction> OLDEST_FIRST =
      Comparator.comparing((StreamFunction f) -> f.getMetadata().getCreationTimestamp())
          .thenComparing(f -> f.getMetadata().getName());

  private final IndexerResourceCache<StreamFunction> all;

  Namesakes(IndexerResourceCache<StreamFunction> all) {
    this.all = all;
    all.addIndexers(Map.of(INDEX, function -> List.of(key(function))));
  }

  private static String key(StreamFunction function) {
    return function.getMetadata().getNamespace() + "/" + function.functionName();
  }

  /** Why a resource may not run its function, or null if it may. */
  @Nullable Trouble trouble(StreamFunction function) {
    StreamFunction first =
        all.byIndex(INDEX, key(function)).stream().min(OLDEST_FIRST).orElse(function);
    if (first.getMetadata().getName().equals(function.getMetadata().getName())) {
      return null;
    }
    return new Trouble(
        Reason.NameTaken,
        "Expected one StreamFunction for a function, but another one runs it: function="
            + function.functionName()
            + ", other="
            + first.getMetadata().getName()
            + ". Delete one of them, or create this one anew with another spec.function; no pods"
            + " run for it meanwhile.");
  }
}
