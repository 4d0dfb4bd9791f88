package dev.millrace.state.rocksdb;

import dev.millrace.state.CorruptStateException;
import dev.millrace.state.TimerTable;
import dev.millrace.state.heap.ByteTable;
import dev.millrace.state.heap.KeyBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Timers, the next ones in memory. A timer is a key on disk, without a value:
 *
 * <pre>
 *   | time ^ MIN : 8 | tag ^ MIN : 8 | key |
 * </pre>
 *
 * Memory knows all timers on disk up to a bound; beyond it there may be others, which are loaded by
 * chunks when the bound is reached. Those in memory, and the marks of those removed, are found by
 * hash; their order is known to a heap.
 */
final class RocksTimerTable extends Segment implements RocksTable, TimerTable {
  private static final byte[] EMPTY = {};
  private static final Object PRESENT = new Object();
  private static final Comparator<StateEntry> BY_KEY =
      Comparator.comparing(StateEntry::key, Arrays::compareUnsigned);

  private final ByteTable<StateEntry> table = new ByteTable<>();
  private final TimerHeap heap = new TimerHeap();
  private final int kept;
  private final int chunk;

  /** Timers on disk up to here are in memory; null if none need be. */
  private byte @Nullable [] loadedUpTo;

  /** The timer that was asked for last, and its entry. */
  private @Nullable Timer first;

  private @Nullable StateEntry firstEntry;

  /** A table that keeps so many of the next timers in memory when it must give some up. */
  RocksTimerTable(StoreContext context, RocksDisk.Family family, int kept) {
    super(context, family, new MemoryMeter());
    this.kept = kept;
    this.chunk = Math.max(1, kept / 4);
  }

  @Override
  public void add(long timeMs, long tag, byte[] key) {
    byte[] diskKey = KeyBytes.prefixed(timeMs, tag, key);
    int hash = KeyBytes.hash(diskKey);
    StateEntry entry = table.find(diskKey, hash);
    if (entry == null) {
      if (isOnlyOnDisk(diskKey)) {
        return;
      }
      entry = new StateEntry(diskKey, hash, PRESENT);
      table.insert(entry);
      meter().added(diskKey.length);
    } else {
      if (entry.value != null) {
        return;
      }
      beforeChange(entry);
      entry.value = PRESENT;
    }
    heap.add(entry, table.size());
    liveChanged(1);
    changed(entry);
  }

  @Override
  public void remove(long timeMs, long tag, byte[] key) {
    if (size() == 0) {
      return;
    }
    byte[] diskKey = KeyBytes.prefixed(timeMs, tag, key);
    int hash = KeyBytes.hash(diskKey);
    StateEntry entry = table.find(diskKey, hash);
    if (entry != null && entry.value != null) {
      beforeChange(entry);
      liveChanged(-1);
      if (!entry.onDisk) {
        drop(entry);
        return;
      }
    } else if (entry == null && isOnlyOnDisk(diskKey)) {
      entry = new StateEntry(diskKey, hash, null);
      table.insert(entry);
      loadedFromDisk(entry);
      liveChanged(-1);
    } else {
      return;
    }
    entry.value = null;
    changed(entry);
  }

  /** Whether a timer that is not in memory is there all the same. */
  private boolean isOnlyOnDisk(byte[] diskKey) {
    return diskHasMore() && !isLoaded(diskKey) && family.get(diskKey) != null;
  }

  private boolean isLoaded(byte[] diskKey) {
    return loadedUpTo != null && Arrays.compareUnsigned(diskKey, loadedUpTo) <= 0;
  }

  @Override
  public @Nullable Timer first() {
    StateEntry entry = heap.first();
    while (diskHasMore() && (entry == null || !isLoaded(entry.key()))) {
      loadChunk();
      entry = heap.first();
    }
    if (entry == null) {
      first = null;
    } else if (entry != firstEntry || first == null) {
      byte[] key = entry.key();
      first = new Timer(KeyBytes.first(key), KeyBytes.second(key), KeyBytes.suffix(key));
    }
    firstEntry = entry;
    return first;
  }

  private void loadChunk() {
    byte[] from = loadedUpTo == null ? null : Arrays.copyOf(loadedUpTo, loadedUpTo.length + 1);
    try (DiskCursor cursor = family.walk(from, null)) {
      byte[] before = loadedUpTo;
      for (int loaded = 0; loaded < chunk && cursor.next(); loaded++) {
        byte[] diskKey = cursor.key();
        loadedUpTo = diskKey;
        load(diskKey);
      }
      if (loadedUpTo == before) {
        throw new CorruptStateException("Expected further timers on disk, but there are none");
      }
    }
  }

  private void load(byte[] diskKey) {
    int hash = KeyBytes.hash(diskKey);
    if (table.find(diskKey, hash) == null) {
      StateEntry entry = new StateEntry(diskKey, hash, PRESENT);
      table.insert(entry);
      heap.add(entry, table.size());
      loadedFromDisk(entry);
    }
  }

  @Override
  byte[] diskKey(StateEntry entry) {
    return entry.key();
  }

  @Override
  byte[] diskValue(StateEntry entry) {
    return EMPTY;
  }

  @Override
  void drop(StateEntry entry) {
    table.remove(entry);
    entry.dropped = true;
    dropped(entry);
  }

  /** Takes all but the next timers out of memory. */
  void evictFar() {
    List<StateEntry> live = new ArrayList<>();
    List<StateEntry> removed = new ArrayList<>();
    table.forEach(entry -> (entry.value == null ? removed : live).add(entry));
    removed.forEach(this::evict);
    if (live.size() > kept) {
      evictBehind(live);
    }
    heap.compact();
  }

  private void evictBehind(List<StateEntry> live) {
    live.sort(BY_KEY);
    byte[] lastKept = live.get(kept - 1).key();
    if (!diskHasMore() || isLoaded(lastKept)) {
      loadedUpTo = lastKept;
    }
    live.subList(kept, live.size()).forEach(this::evict);
  }

  @Override
  public List<RocksTimerTable> segments() {
    return List.of(this);
  }

  @Override
  public List<StateDirectory.Part> parts() {
    return List.of(StateDirectory.Part.ofTable(size(), new BitSet()));
  }

  @Override
  public void restore(List<StateDirectory.Part> parts) {
    parts.forEach(part -> restored(part.keys()));
  }

  @Override
  public long liveKeys() {
    return size();
  }

  @Override
  public long memoryBytes() {
    return meter().memoryBytes();
  }
}
