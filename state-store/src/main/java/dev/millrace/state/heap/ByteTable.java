package dev.millrace.state.heap;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of entries that carry their key and its hash. Open addressing with linear probing,
 * at most half full; removal closes the gap (Knuth, TAOCP 3, 6.4, algorithm R), so there are no
 * tombstones. A look-up allocates nothing. For one thread.
 *
 * @param <E> the entry, which the owner extends with a value
 */
public final class ByteTable<E extends ByteTable.Entry> {

  /** A key and its hash. */
  public abstract static class Entry {
    private final byte[] key;
    private final int hash;

    /**
     * An entry.
     *
     * @param key not copied
     * @param hash {@link KeyBytes#hash} of the key
     */
    protected Entry(byte[] key, int hash) {
      this.key = key;
      this.hash = hash;
    }

    /** The key; not to be changed. */
    public final byte[] key() {
      return key;
    }

    final int hash() {
      return hash;
    }
  }

  private static final int SMALLEST = 8;

  private @Nullable Entry[] slots = new @Nullable Entry[SMALLEST];
  private int size;

  /** Number of entries. */
  public int size() {
    return size;
  }

  /** Number of slots, of which each costs a reference. */
  public int capacity() {
    return slots.length;
  }

  /** The entry of a key whose hash is given, or null. */
  public @Nullable E find(byte[] key, int hash) {
    int mask = slots.length - 1;
    for (int at = hash & mask; ; at = (at + 1) & mask) {
      Entry entry = slots[at];
      if (entry == null) {
        return null;
      }
      if (entry.hash == hash && Arrays.equals(entry.key, key)) {
        return cast(entry);
      }
    }
  }

  /** Adds an entry whose key is not in the table. */
  public void insert(E entry) {
    if (size >= slots.length / 2) {
      rehash(slots.length * 2);
    }
    place(entry);
    size++;
  }

  /** Removes an entry that is in the table. */
  public void remove(E entry) {
    int mask = slots.length - 1;
    int gap = entry.hash() & mask;
    while (slots[gap] != entry) {
      gap = (gap + 1) & mask;
    }
    closeGap(gap, mask);
    size--;
    if (slots.length > SMALLEST && size < slots.length / 8) {
      rehash(slots.length / 2);
    }
  }

  /** Removes all. */
  public void clear() {
    slots = new @Nullable Entry[SMALLEST];
    size = 0;
  }

  /** Hands each entry over, in no useful order. The table must not change meanwhile. */
  public void forEach(Consumer<? super E> consumer) {
    for (Entry entry : slots) {
      if (entry != null) {
        consumer.accept(cast(entry));
      }
    }
  }

  /** The entry in a slot, or null; slots are numbered from 0 to {@link #capacity}. */
  public @Nullable E at(int slot) {
    Entry entry = slots[slot];
    return entry == null ? null : cast(entry);
  }

  /**
   * The entries with a key above the given one (null: all), in ascending unsigned byte order. A
   * copy: the table may change afterwards.
   */
  public Entry[] sorted(byte @Nullable [] afterKey) {
    return smallest(afterKey, size);
  }

  /** As {@link #sorted}, but only so many of them, from 0. */
  public Entry[] smallest(byte @Nullable [] afterKey, int most) {
    return KeyOrder.smallest(slots, size, afterKey, most);
  }

  private void closeGap(int start, int mask) {
    int gap = start;
    for (int at = (gap + 1) & mask; ; at = (at + 1) & mask) {
      Entry entry = slots[at];
      if (entry == null) {
        break;
      }
      int home = entry.hash & mask;
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        slots[gap] = entry;
        gap = at;
      }
    }
    slots[gap] = null;
  }

  private void rehash(int capacity) {
    @Nullable Entry[] old = slots;
    slots = new @Nullable Entry[capacity];
    for (Entry entry : old) {
      if (entry != null) {
        place(entry);
      }
    }
  }

  private void place(Entry entry) {
    int mask = slots.length - 1;
    int at = entry.hash & mask;
    while (slots[at] != null) {
      at = (at + 1) & mask;
    }
    slots[at] = entry;
  }

  @SuppressWarnings("unchecked") // only entries of type E are ever inserted
  private E cast(Entry entry) {
    return (E) entry;
  }
}
