package dev.millrace.functions;

import org.jspecify.annotations.Nullable;

/** Reads the key of an event, for functions whose key is not the record's own. Deterministic. */
@FunctionalInterface
public interface KeyExtractor<E> {

  /** The key's bytes, or null if the event has none (the record is rejected). */
  byte @Nullable [] extract(E event);
}
