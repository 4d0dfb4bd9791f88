package dev.millrace.operator.observe;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Which functions are looked at, and what was seen of each last. Thread-safe. */
final class Sightings {
  private final BiConsumer<ResourceID, Observation> listener;
  private final Map<ResourceID, Target> targets = new ConcurrentHashMap<>();
  private final Map<ResourceID, Observation> seen = new ConcurrentHashMap<>();
  private final AtomicLong looks = new AtomicLong();

  /**
   * None yet.
   *
   * @param listener hears of each, from several threads
   */
  Sightings(BiConsumer<ResourceID, Observation> listener) {
    this.listener = listener;
  }

  /** Looks at a function from now on, or elsewhere than before. */
  void track(ResourceID function, Target target) {
    Target before = targets.put(function, target);
    if (before != null && !before.equals(target)) {
      seen.remove(function);
    }
  }

  /** Looks at it no more. */
  void forget(ResourceID function) {
    targets.remove(function);
    seen.remove(function);
  }

  /** What was seen last, or null before the first look. */
  @Nullable Observation latest(ResourceID function) {
    return seen.get(function);
  }

  /** The next look's. */
  long number() {
    return looks.incrementAndGet();
  }

  Map<ResourceID, Target> targets() {
    return targets;
  }

  Map<Map<String, String>, Map<ResourceID, Target>> targetsByCluster() {
    Map<Map<String, String>, Map<ResourceID, Target>> byCluster = new HashMap<>();
    targets.forEach(
        (id, target) ->
            byCluster.computeIfAbsent(target.kafka(), k -> new HashMap<>()).put(id, target));
    return byCluster;
  }

  /** Tells what a look saw, unless the function is looked at elsewhere, or was looked at since. */
  void tell(ResourceID id, Target target, Observation observation) {
    if (!target.equals(targets.get(id))) {
      return;
    }
    Observation latest = seen.merge(id, observation, Observation::newest);
    if (latest.whole() == observation.whole()) {
      listener.accept(id, latest);
    }
  }

  /** Tells what a function's inputs have got since it was last seen, if they have got something. */
  void tell(ResourceID id, Look look, Map<TopicPartition, Long> lastStable) {
    Observation latest =
        seen.computeIfPresent(
            id, (same, last) -> Objects.requireNonNullElse(last.since(look, lastStable), last));
    if (latest != null && latest.look().equals(look)) {
      listener.accept(id, latest);
    }
  }
}
