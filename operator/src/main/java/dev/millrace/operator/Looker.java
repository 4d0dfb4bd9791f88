package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.observe.Credentials;
import dev.millrace.operator.observe.Credentials.Resolved;
import dev.millrace.operator.observe.Observer;
import dev.millrace.operator.observe.Trouble;
import dev.millrace.operator.observe.Trouble.Reason;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the observer where to look for a function. Reads its Secrets when the spec changes, when
 * one was missing, and now and then, so that a password that changes is heard of.
 */
final class Looker {
  /** A Secret that is missing is looked for again after this time. */
  static final Duration RETRY = Duration.ofSeconds(5);

  private static final Duration READ_AGAIN = Duration.ofMinutes(1);

  private final Credentials credentials;
  private final Observer observer;
  private final InstantSource clock;
  private final Map<ResourceID, Known> known = new ConcurrentHashMap<>();

  /** What was resolved, from which spec and when. */
  private record Known(String uid, long generation, long atMs, Resolved resolved) {}

  /**
   * Where a function is looked for.
   *
   * @param target null if a Secret is missing or cannot be read
   * @param trouble why, or null
   */
  record Target(dev.millrace.operator.observe.@Nullable Target target, @Nullable Trouble trouble) {}

  Looker(Credentials credentials, Observer observer, InstantSource clock) {
    this.credentials = credentials;
    this.observer = observer;
    this.clock = clock;
  }

  Target track(StreamFunction function) {
    ResourceID id = ResourceID.fromResource(function);
    Known before = known.get(id);
    if (before == null || !isFresh(function, before)) {
      before =
          new Known(
              function.getMetadata().getUid(),
              function.generation(),
              clock.millis(),
              resolve(function));
      known.put(id, before);
    }
    Resolved resolved = before.resolved();
    if (resolved.target() == null) {
      observer.forget(id);
    } else {
      observer.track(id, resolved.target());
    }
    return new Target(resolved.target(), resolved.trouble());
  }

  private boolean isFresh(StreamFunction function, Known before) {
    Duration age = Duration.ofMillis(clock.millis() - before.atMs());
    boolean noSecrets =
        function.getSpec().credentials().isEmpty() && before.resolved().trouble() == null;
    Duration allowed = before.resolved().trouble() == null ? READ_AGAIN : RETRY.dividedBy(2);
    return before.uid().equals(function.getMetadata().getUid())
        && before.generation() == function.generation()
        && (noSecrets || age.compareTo(allowed) < 0);
  }

  private Resolved resolve(StreamFunction function) {
    try {
      return credentials.resolve(function);
    } catch (KubernetesClientException e) {
      return new Resolved(
          null,
          new Trouble(
              Reason.SecretsForbidden,
              "Expected to read the Secrets of spec.credentials, but the API server refuses: error="
                  + e.getMessage()
                  + ". Grant the operator get on secrets in namespace "
                  + function.getMetadata().getNamespace()
                  + "."));
    }
  }

  void forget(ResourceID id) {
    known.remove(id);
    observer.forget(id);
  }
}
