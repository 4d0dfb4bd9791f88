package dev.millrace.state;

import org.jspecify.annotations.Nullable;

/** One value per key. */
public interface KeyTable<V> {

  /** The value for reading only, or null. */
  @Nullable V get(byte[] key);

  /** The value, about to be changed in place by the caller; or null. */
  @Nullable V forUpdate(byte[] key);

  void put(byte[] key, V value);

  void remove(byte[] key);

  long size();

  /** Walks all keys in ascending unsigned byte order, from the first after {@code afterKey}. */
  KeyCursor<V> ascending(byte @Nullable [] afterKey);
}
