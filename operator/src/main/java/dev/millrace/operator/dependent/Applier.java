package dev.millrace.operator.dependent;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Brings objects to what is desired, by server-side apply under the operator's name. Remembers what
 * it applied last and what came of it, and asks the API server only if either has changed since: a
 * reconcile that has nothing to do costs no call. Thread-safe.
 */
public final class Applier {
  private final KubernetesClient client;
  private final Map<String, Applied> applied = new ConcurrentHashMap<>();

  /**
   * What was applied.
   *
   * @param hash of the object as desired
   * @param version of the object as it then was; see {@link #version}
   */
  private record Applied(String hash, String version) {}

  public Applier(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Applies an object unless it is as it was applied last.
   *
   * @param seen the object as an informer shows it, or null if there is none
   * @return the object now
   */
  public <T extends HasMetadata> T apply(T desired, @Nullable T seen) {
    String key = key(desired);
    String hash = Hash.of(desired);
    if (seen != null && new Applied(hash, version(seen)).equals(applied.get(key))) {
      return seen;
    }
    // An object of the same name that is not ours is not taken over: that is a conflict.
    T now =
        seen == null
            ? client.resource(desired).fieldManager(Names.MANAGER).serverSideApply()
            : client
                .resource(desired)
                .fieldManager(Names.MANAGER)
                .forceConflicts()
                .serverSideApply();
    applied.put(key, new Applied(hash, version(now)));
    return now;
  }

  /** Forgets an object that is gone. */
  public void forget(HasMetadata object) {
    applied.remove(key(object));
  }

  /** Changes with the spec but not with the status, where the kind counts its generations. */
  private static String version(HasMetadata object) {
    Long generation = object.getMetadata().getGeneration();
    return object.getMetadata().getUid()
        + "/"
        + (generation == null
            ? object.getMetadata().getResourceVersion()
            : Objects.toString(generation));
  }

  private static String key(HasMetadata object) {
    return object.getKind()
        + "/"
        + object.getMetadata().getNamespace()
        + "/"
        + object.getMetadata().getName();
  }
}
