package dev.millrace.state.rocksdb;

import dev.millrace.state.heap.KeyBytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the tables of a store share: the disk, the epochs that tell which entries a snapshot still
 * has to write, and what must wait until it is pinned.
 */
final class StoreContext {
  /** Windows with more keys than this get their files dropped, not only a tombstone. */
  private static final long DROP_FILES_ABOVE = 50_000;

  private record RangeDelete(RocksDisk.Family family, byte[] prefix, boolean dropFiles) {}

  final RocksDisk disk;
  final Schemas schemas;

  /** Entries of a window that a walk sorts at once, at least. */
  final int sortedAtOnce;

  /** Counts calls of relieve: by it the evictor tells cold windows. */
  long tick;

  private @Nullable HashSegment<?> toMeasureIn;
  private @Nullable StateEntry toMeasure;
  private int epoch = 1;
  private int pendingUpTo = StateEntry.CLEAN;
  private @Nullable RocksSnapshot open;
  private final List<RangeDelete> deferred = new ArrayList<>();

  StoreContext(RocksDisk disk, Schemas schemas, int sortedAtOnce) {
    this.disk = disk;
    this.schemas = schemas;
    this.sortedAtOnce = sortedAtOnce;
  }

  /**
   * Keeps an entry for {@link #measure}. To encode it at once would put all of a codec into the
   * code that the compiler makes of every path to a changed value.
   */
  void measureLater(HashSegment<?> segment, StateEntry entry) {
    toMeasureIn = segment;
    toMeasure = entry;
  }

  /** Measures the entry that was kept last; to be called between records. */
  void measure() {
    HashSegment<?> segment = toMeasureIn;
    StateEntry entry = toMeasure;
    if (segment != null && entry != null) {
      segment.measure(entry);
    }
    toMeasureIn = null;
    toMeasure = null;
  }

  /** Epoch for entries that become dirty now. */
  int epoch() {
    return epoch;
  }

  /** Whether the open snapshot has yet to write the entry as it is now. */
  boolean isPending(StateEntry entry) {
    return entry.dirtySince != StateEntry.CLEAN && entry.dirtySince <= pendingUpTo;
  }

  /** The snapshot that forbids writes of newer content; null if there is none. */
  @Nullable RocksSnapshot openSnapshot() {
    return open;
  }

  void begin(RocksSnapshot snapshot) {
    open = snapshot;
    pendingUpTo = epoch;
    epoch++;
  }

  /** The snapshot no longer needs the disk to stand still: it is pinned, or given up. */
  void release() {
    open = null;
    pendingUpTo = StateEntry.CLEAN;
    for (RangeDelete delete : deferred) {
      apply(delete);
    }
    deferred.clear();
  }

  /** Deletes all keys with the prefix, at once or when the open snapshot is pinned. */
  void deletePrefix(RocksDisk.Family family, byte[] prefix, long keys) {
    RangeDelete delete = new RangeDelete(family, prefix, keys > DROP_FILES_ABOVE);
    if (open != null) {
      deferred.add(delete);
    } else if (keys > 0) {
      apply(delete);
    }
  }

  private static void apply(RangeDelete delete) {
    byte[] prefix = delete.prefix();
    delete.family().deleteRange(prefix, KeyBytes.after(prefix), delete.dropFiles());
  }
}
