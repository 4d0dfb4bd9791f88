package dev.millrace.state.rocksdb;

import dev.millrace.state.KeyCursor;
import dev.millrace.state.heap.ByteTable;
import dev.millrace.state.heap.KeyBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values by key. On disk a key is preceded by the segment's prefix, if it has one:
 *
 * <pre>
 *   window     | end ^ MIN : 8 | start ^ MIN : 8 | key |
 *   key table  | key |
 * </pre>
 *
 * A key asked for is looked up in memory, and on disk only if the disk has keys that memory has
 * not.
 */
abstract class HashSegment<V> extends Segment {
  private static final byte[] NO_PREFIX = {};

  private final byte[] prefix;
  private final ValueFormat<V> format;
  private final ByteTable<StateEntry> table = new ByteTable<>();
  private final SortedEntries sorted;
  private final BitSet schemaIds = new BitSet();
  private long usedAt;
  private int hand;

  HashSegment(
      StoreContext context,
      RocksDisk.Family family,
      MemoryMeter meter,
      ValueFormat<V> format,
      byte @Nullable [] prefix) {
    super(context, family, meter);
    this.format = format;
    this.sorted = new SortedEntries(table, context.sortedAtOnce);
    this.prefix = prefix == null ? NO_PREFIX : prefix;
  }

  /** The value for reading only, or null. */
  public @Nullable V get(byte[] key) {
    StateEntry entry = lookUp(key, KeyBytes.hash(key));
    if (entry == null) {
      return null;
    }
    entry.touched = true;
    return valueOf(entry);
  }

  /** The value, about to be changed; or null. */
  public @Nullable V forUpdate(byte[] key) {
    StateEntry entry = lookUp(key, KeyBytes.hash(key));
    if (entry == null || entry.value == null) {
      return null;
    }
    beforeChange(entry);
    changed(entry);
    sample(entry);
    return valueOf(entry);
  }

  /** Sets a value. */
  public void put(byte[] key, V value) {
    int hash = KeyBytes.hash(key);
    StateEntry entry = lookUp(key, hash);
    if (entry == null) {
      entry = new StateEntry(key.clone(), hash, value);
      table.insert(entry);
      meter().added(key.length);
      keysChanged(1);
    } else {
      beforeChange(entry);
      if (entry.value == null) {
        keysChanged(1);
      }
      entry.value = value;
    }
    changed(entry);
    sample(entry);
  }

  /** Removes a key. */
  public void remove(byte[] key) {
    StateEntry entry = lookUp(key, KeyBytes.hash(key));
    if (entry == null || entry.value == null) {
      return;
    }
    beforeChange(entry);
    keysChanged(-1);
    if (entry.onDisk) {
      entry.value = null;
      changed(entry);
    } else {
      drop(entry);
    }
  }

  /** Walks the keys in unsigned byte order, memory over disk. */
  public KeyCursor<V> ascending(byte @Nullable [] afterKey) {
    usedAt = context.tick;
    SortedEntries.Walk inMemory = sorted.after(afterKey);
    boolean askDisk = diskHasMore() || sorted.needsDisk();
    return new MergingCursor<>(this, inMemory, askDisk ? walkDisk(afterKey) : null);
  }

  private DiskCursor walkDisk(byte @Nullable [] afterKey) {
    byte[] from = prefix;
    if (afterKey != null) {
      // The smallest key above k is k followed by a zero byte.
      byte[] next = Arrays.copyOf(afterKey, afterKey.length + 1);
      from = concat(prefix, next);
    }
    return family.walk(from, prefix.length == 0 ? null : KeyBytes.after(prefix));
  }

  private @Nullable StateEntry lookUp(byte[] key, int hash) {
    usedAt = context.tick;
    StateEntry entry = table.find(key, hash);
    return entry != null || !diskHasMore() ? entry : load(key, hash);
  }

  private @Nullable StateEntry load(byte[] key, int hash) {
    byte[] bytes = family.get(concat(prefix, key));
    if (bytes == null) {
      return null;
    }
    StateEntry entry = new StateEntry(key.clone(), hash, format.decode(bytes));
    table.insert(entry);
    loadedFromDisk(entry);
    sorted.keyCameBack();
    return entry;
  }

  private void keysChanged(int by) {
    liveChanged(by);
    sorted.forget();
  }

  private void sample(StateEntry entry) {
    if (meter().wantsSample()) {
      context.measureLater(this, entry);
    }
  }

  /** Measures a value; not while it changes. */
  final void measure(StateEntry entry) {
    if (entry.value != null && !entry.dropped) {
      meter().sample(format.encode(requireValue(entry)).length);
    }
  }

  /** The entry in memory, or null; the disk is not asked. */
  final @Nullable StateEntry inMemory(byte[] key) {
    return table.find(key, KeyBytes.hash(key));
  }

  /** The key without the prefix. */
  final byte[] keyOf(byte[] diskKey) {
    return prefix.length == 0
        ? diskKey
        : Arrays.copyOfRange(diskKey, prefix.length, diskKey.length);
  }

  final V decode(byte[] bytes) {
    return format.decode(bytes);
  }

  @SuppressWarnings("unchecked") // entries of this segment hold values of V only
  final @Nullable V valueOf(StateEntry entry) {
    return (V) entry.value;
  }

  private V requireValue(StateEntry entry) {
    return Objects.requireNonNull(valueOf(entry));
  }

  @Override
  final byte[] diskKey(StateEntry entry) {
    return concat(prefix, entry.key());
  }

  @Override
  final byte[] diskValue(StateEntry entry) {
    schemaIds.set(format.schemaId());
    byte[] bytes = format.encode(requireValue(entry));
    meter().sample(bytes.length);
    return bytes;
  }

  @Override
  final void drop(StateEntry entry) {
    table.remove(entry);
    entry.dropped = true;
    sorted.keyLeft();
    dropped(entry);
  }

  /** When it was last used, in ticks of the store. */
  final long usedAt() {
    return usedAt;
  }

  /** Schemas of the values that the disk holds, or will when the open snapshot is written. */
  final BitSet schemaIds() {
    BitSet ids = (BitSet) schemaIds.clone();
    ids.set(format.schemaId());
    return ids;
  }

  final void restored(long keys, BitSet ids) {
    restored(keys);
    schemaIds.or(ids);
  }

  /**
   * Takes keys out of memory by the clock algorithm (Corbató, 1968): those used since the hand last
   * came by get a second chance.
   *
   * @param wanted how many, at most
   * @param secondChance false if the whole segment is known to be out of use
   * @return how many left
   */
  final int evict(long wanted, boolean secondChance) {
    List<StateEntry> victims = new ArrayList<>();
    for (int looked = 0; looked < table.capacity() && victims.size() < wanted; looked++) {
      hand = (hand + 1) % table.capacity();
      StateEntry entry = table.at(hand);
      if (entry != null) {
        if (secondChance && entry.touched) {
          entry.touched = false;
        } else {
          victims.add(entry);
        }
      }
    }
    victims.forEach(this::evict);
    return victims.size();
  }

  private List<StateEntry> entries() {
    List<StateEntry> entries = new ArrayList<>(table.size());
    table.forEach(entries::add);
    return entries;
  }

  /** Forgets all keys, on disk too. */
  final void delete() {
    detach(entries());
    context.deletePrefix(family, prefix, onDisk());
  }

  private static byte[] concat(byte[] prefix, byte[] key) {
    if (prefix.length == 0) {
      return key;
    }
    byte[] bytes = Arrays.copyOf(prefix, prefix.length + key.length);
    System.arraycopy(key, 0, bytes, prefix.length, key.length);
    return bytes;
  }
}
