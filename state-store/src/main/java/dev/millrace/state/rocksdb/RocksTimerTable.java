package dev.millrace.state.rocksdb;

import dev.millrace.state.CorruptStateException;
import dev.millrace.state.TimerTable;
import dev.millrace.state.heap.KeyBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Timers, the next ones in memory. A timer is a key on disk, without a value:
 *
 * <pre>
 *   | time ^ MIN : 8 | tag ^ MIN : 8 | key |
 * </pre>
 *
 * Memory knows all timers on disk up to a bound; beyond it there may be others, which are loaded by
 * chunks when the bound is reached.
 */
final class RocksTimerTable extends Segment implements RocksTable, TimerTable {
  private static final byte[] EMPTY = {};
  private static final Object PRESENT = new Object();

  private final NavigableMap<byte[], StateEntry> live = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableMap<byte[], StateEntry> tombstones =
      new TreeMap<>(Arrays::compareUnsigned);

  private final int kept;
  private final int chunk;

  /** Timers on disk up to here are in memory; null if none need be. */
  private byte @Nullable [] loadedUpTo;

  /** A table that keeps so many of the next timers in memory when it must give some up. */
  RocksTimerTable(StoreContext context, RocksDisk.Family family, int kept) {
    super(context, family, new MemoryMeter());
    this.kept = kept;
    this.chunk = Math.max(1, kept / 4);
  }

  @Override
  public void add(long timeMs, long tag, byte[] key) {
    byte[] diskKey = KeyBytes.prefixed(timeMs, tag, key);
    StateEntry entry = tombstones.isEmpty() ? null : tombstones.get(diskKey);
    if (entry != null) {
      beforeChange(entry);
      tombstones.remove(diskKey);
      entry.value = PRESENT;
      live.put(diskKey, entry);
    } else {
      if (isOnlyOnDisk(diskKey)) {
        return;
      }
      entry = new StateEntry(diskKey, 0, PRESENT);
      if (live.putIfAbsent(diskKey, entry) != null) {
        return;
      }
      meter().added(diskKey.length);
    }
    liveChanged(1);
    changed(entry);
  }

  @Override
  public void remove(long timeMs, long tag, byte[] key) {
    if (size() == 0) {
      return;
    }
    byte[] diskKey = KeyBytes.prefixed(timeMs, tag, key);
    StateEntry entry = live.remove(diskKey);
    if (entry != null) {
      beforeChange(entry);
      liveChanged(-1);
      if (!entry.onDisk) {
        dropped(entry);
        return;
      }
    } else if (!tombstones.containsKey(diskKey) && isOnlyOnDisk(diskKey)) {
      entry = new StateEntry(diskKey, 0, null);
      loadedFromDisk(entry);
      liveChanged(-1);
    } else {
      return;
    }
    entry.value = null;
    tombstones.put(diskKey, entry);
    changed(entry);
  }

  private boolean isOnlyOnDisk(byte[] diskKey) {
    return diskHasMore()
        && !isLoaded(diskKey)
        && !live.containsKey(diskKey)
        && family.get(diskKey) != null;
  }

  private boolean isLoaded(byte[] diskKey) {
    return loadedUpTo != null && Arrays.compareUnsigned(diskKey, loadedUpTo) <= 0;
  }

  @Override
  public @Nullable Timer first() {
    while (diskHasMore() && (live.isEmpty() || !isLoaded(live.firstKey()))) {
      loadChunk();
    }
    if (live.isEmpty()) {
      return null;
    }
    byte[] first = live.firstKey();
    return new Timer(KeyBytes.first(first), KeyBytes.second(first), KeyBytes.suffix(first));
  }

  private void loadChunk() {
    byte[] from = loadedUpTo == null ? null : Arrays.copyOf(loadedUpTo, loadedUpTo.length + 1);
    try (DiskCursor cursor = family.walk(from, null)) {
      byte[] before = loadedUpTo;
      for (int loaded = 0; loaded < chunk && cursor.next(); loaded++) {
        byte[] diskKey = cursor.key();
        loadedUpTo = diskKey;
        if (!live.containsKey(diskKey) && !tombstones.containsKey(diskKey)) {
          StateEntry entry = new StateEntry(diskKey, 0, PRESENT);
          live.put(diskKey, entry);
          loadedFromDisk(entry);
        }
      }
      if (loadedUpTo == before) {
        throw new CorruptStateException("Expected further timers on disk, but there are none");
      }
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
    (entry.value == null ? tombstones : live).remove(entry.key());
    dropped(entry);
  }

  /** Takes all but the next timers out of memory. */
  void evictFar() {
    List.copyOf(tombstones.values()).forEach(this::evict);
    if (live.size() <= kept) {
      return;
    }
    List<StateEntry> entries = new ArrayList<>(live.values());
    byte[] lastKept = entries.get(kept - 1).key();
    if (!diskHasMore() || isLoaded(lastKept)) {
      loadedUpTo = lastKept;
    }
    entries.subList(kept, entries.size()).forEach(this::evict);
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
