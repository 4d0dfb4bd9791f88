package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** When the status of each function was written last. */
final class Written {
  private final InstantSource clock;
  private final Map<ResourceID, Long> atMs = new ConcurrentHashMap<>();

  Written(InstantSource clock) {
    this.clock = clock;
  }

  boolean isDue(StreamFunction function, long everyMs) {
    Long last = atMs.get(ResourceID.fromResource(function));
    return last == null || clock.millis() - last >= everyMs;
  }

  void now(StreamFunction function) {
    atMs.put(ResourceID.fromResource(function), clock.millis());
  }

  void forget(ResourceID id) {
    atMs.remove(id);
  }
}
