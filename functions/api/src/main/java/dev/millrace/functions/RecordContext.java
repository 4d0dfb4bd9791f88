package dev.millrace.functions;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a function without windows may know of the record it has, and where its results go. Results
 * of a record are written in the order in which they are emitted, all of them or none.
 *
 * @param <R> the result
 */
public interface RecordContext<R> {

  /**
   * The key's bytes, not to be modified: of the record, or of its {@link Key}. Null where the
   * record has none.
   */
  byte @Nullable [] keyBytes();

  /** The key as text (UTF-8), or null. */
  default @Nullable String key() {
    byte[] bytes = keyBytes();
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Event time of the record in epoch milliseconds; the Kafka timestamp where the event has none.
   * Results get it as their Kafka timestamp.
   */
  long timeMs();

  /**
   * Emits a result under the record's key. It is encoded at once, so the object may be used again.
   *
   * @throws IllegalStateException outside the call that the context was given to
   */
  void emit(R result);

  /**
   * Emits a result under another key, to the partition of the output topic that the key belongs to.
   *
   * @param key not to be modified afterwards; null for none
   * @throws IllegalStateException outside the call that the context was given to
   */
  void emit(byte @Nullable [] key, R result);

  /** As the other {@code emit}, with a key as text (UTF-8). */
  default void emit(String key, R result) {
    emit(key.getBytes(StandardCharsets.UTF_8), result);
  }
}
