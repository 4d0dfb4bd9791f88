package dev.millrace.state;

import org.jspecify.annotations.Nullable;

/**
 * Windows in the order (end, start); per window the values of its keys. A window without keys
 * counts as not there: {@link #find} and {@link #ceiling} do not see it, so that a store that was
 * restored answers as one that was not.
 */
public interface WindowTable<V> {

  /**
   * The window, made if it is not there. The handle is valid until the window is deleted.
   *
   * @throws IllegalArgumentException unless {@code startMs < endMs}
   */
  Window<V> open(long endMs, long startMs);

  /** The window, or null if nothing is kept for it. */
  @Nullable Window<V> find(long endMs, long startMs);

  /** The first window at or after (end, start) in (end, start) order, or null. */
  @Nullable Window<V> ceiling(long endMs, long startMs);

  /**
   * Forgets a window and all its values, which nobody may change from then on: a snapshot that
   * began before may still have to write them.
   */
  void delete(Window<V> window);

  /** One window. */
  interface Window<V> {
    long endMs();

    long startMs();

    /** The value of the key for reading only, or null. */
    @Nullable V get(byte[] key);

    /** The value of the key, about to be changed in place by the caller; or null. */
    @Nullable V forUpdate(byte[] key);

    /** Sets the value of a key, new or replaced. The key is copied if the table keeps it. */
    void put(byte[] key, V value);

    void remove(byte[] key);

    /** Number of keys. */
    long size();

    /**
     * Walks the keys in ascending unsigned byte order, from the first after {@code afterKey} (null:
     * from the first). The window must not get or lose keys meanwhile; values may be asked for
     * update.
     */
    KeyCursor<V> ascending(byte @Nullable [] afterKey);
  }
}
