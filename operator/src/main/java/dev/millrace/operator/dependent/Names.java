package dev.millrace.operator.dependent;

import dev.millrace.operator.crd.StreamFunction;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.Map;

/** Names and labels of a function's objects. */
public final class Names {
  /** Who owns fields in server-side apply, and who manages the objects. */
  public static final String MANAGER = "millrace-operator";

  /** Kubernetes' label for who manages an object. */
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /** Label with the name of the StreamFunction. */
  public static final String FUNCTION = "millrace.dev/function";

  /** Label of pods with the hash of their template. */
  public static final String TEMPLATE = "millrace.dev/template";

  /** Annotation of a StreamFunction: with each new value checkpoints are taken at once. */
  public static final String CHECKPOINT = "millrace.dev/checkpoint-requested";

  /** Selects all objects that the operator manages. */
  public static final String SELECT_ALL = MANAGED_BY + "=" + MANAGER;

  private Names() {}

  /** Labels that select the pods of a function. */
  public static Map<String, String> selector(StreamFunction function) {
    return Map.of(FUNCTION, function.getMetadata().getName(), MANAGED_BY, MANAGER);
  }

  /** The same as text. */
  public static String selectorText(StreamFunction function) {
    return MANAGED_BY + "=" + MANAGER + "," + FUNCTION + "=" + function.getMetadata().getName();
  }

  /** Name of the n-th pod, which is also its name in the ledger. */
  public static String pod(StreamFunction function, int n) {
    return function.getMetadata().getName() + "-" + n;
  }

  static ObjectMeta meta(StreamFunction function) {
    return new ObjectMetaBuilder()
        .withName(function.getMetadata().getName())
        .withNamespace(function.getMetadata().getNamespace())
        .withLabels(selector(function))
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(function.getApiVersion())
                .withKind(function.getKind())
                .withName(function.getMetadata().getName())
                .withUid(function.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build())
        .build();
  }
}
