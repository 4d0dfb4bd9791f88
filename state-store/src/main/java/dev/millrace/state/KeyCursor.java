package dev.millrace.state;

/** A walk over keys and their values; close it before the store changes. */
public interface KeyCursor<V> extends AutoCloseable {

  /** Moves to the next key; false at the end. Must be called before the first key is read. */
  boolean next();

  /** The key's bytes; the caller may keep but not modify them. */
  byte[] key();

  /** The value, for reading only. */
  V value();

  @Override
  void close();
}
