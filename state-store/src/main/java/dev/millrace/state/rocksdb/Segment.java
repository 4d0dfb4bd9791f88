package dev.millrace.state.rocksdb;

import java.util.ArrayList;
import java.util.List;

/**
 * Entries that are forgotten together: a window, a key table or a timer table. Keeps the books of
 * what is where:
 *
 * <pre>
 *            | in memory                       | not in memory
 *   on disk  | clean, changed, or tombstone    | to be loaded when asked for
 *   not yet  | dirty                           | -
 * </pre>
 *
 * Entries that differ from the disk are in the list of dirty ones, which a snapshot takes over when
 * it begins (rule C1). The list may also name entries that were written or forgotten since.
 */
abstract class Segment {
  private static final int SMALLEST_COMPACTION = 64;

  final StoreContext context;
  final RocksDisk.Family family;
  private MemoryMeter meter;
  private List<StateEntry> dirty = new ArrayList<>();
  private int compactAbove = SMALLEST_COMPACTION;
  private long live;
  private long onDisk;
  private long onDiskInMemory;

  Segment(StoreContext context, RocksDisk.Family family, MemoryMeter meter) {
    this.context = context;
    this.family = family;
    this.meter = meter;
  }

  abstract byte[] diskKey(StateEntry entry);

  /** Encodes the value, which is there. */
  abstract byte[] diskValue(StateEntry entry);

  /** Takes the entry out of memory. */
  abstract void drop(StateEntry entry);

  /** Number of keys, in memory or not. */
  public long size() {
    return live;
  }

  /** Keys in files or on the way there. */
  final long onDisk() {
    return onDisk;
  }

  final MemoryMeter meter() {
    return meter;
  }

  /** Whether a key that is not in memory may be on disk. */
  final boolean diskHasMore() {
    return onDisk > onDiskInMemory;
  }

  /** All keys are on disk, as in a restored checkpoint. */
  final void restored(long keys) {
    live = keys;
    onDisk = keys;
    meter.liveChanged(keys);
  }

  final void liveChanged(int by) {
    live += by;
    meter.liveChanged(by);
  }

  final void loadedFromDisk(StateEntry entry) {
    entry.onDisk = true;
    onDiskInMemory++;
    meter.added(entry.key().length);
  }

  /** The books of an entry that leaves memory. */
  final void dropped(StateEntry entry) {
    if (entry.onDisk) {
      onDiskInMemory--;
    }
    entry.dirtySince = StateEntry.CLEAN;
    meter.dropped(entry.key().length);
  }

  /** To be called before an entry changes: the open snapshot gets its old content (rule C1). */
  final void beforeChange(StateEntry entry) {
    if (context.isPending(entry)) {
      write(entry);
    }
  }

  /** To be called after {@link #beforeChange}, when the entry differs from the disk. */
  final void changed(StateEntry entry) {
    entry.touched = true;
    if (entry.dirtySince != StateEntry.CLEAN) {
      return;
    }
    entry.dirtySince = context.epoch();
    if (dirty.size() > compactAbove) {
      dirty.removeIf(old -> old.dirtySince == StateEntry.CLEAN);
      compactAbove = Math.max(SMALLEST_COMPACTION, 2 * dirty.size());
    }
    dirty.add(entry);
  }

  /** Brings the disk up to the entry; a tombstone is then of no more use in memory. */
  final void write(StateEntry entry) {
    if (entry.value == null) {
      family.delete(diskKey(entry));
      if (entry.onDisk) {
        entry.onDisk = false;
        onDisk--;
        onDiskInMemory--;
      }
    } else {
      family.put(diskKey(entry), diskValue(entry));
      if (!entry.onDisk) {
        entry.onDisk = true;
        onDisk++;
        onDiskInMemory++;
      }
    }
    entry.dirtySince = StateEntry.CLEAN;
  }

  /** Writes an entry for the open snapshot, unless that was done when it changed. */
  final void writeIfPending(StateEntry entry) {
    if (context.isPending(entry)) {
      write(entry);
      if (entry.value == null) {
        drop(entry);
      }
    }
  }

  /** Writes the entry if it must be, and takes it out of memory. */
  final void evict(StateEntry entry) {
    if (entry.dirtySince != StateEntry.CLEAN) {
      write(entry);
    }
    drop(entry);
  }

  /** Hands the dirty entries to a snapshot. */
  final List<StateEntry> takeDirty() {
    List<StateEntry> taken = dirty;
    dirty = new ArrayList<>();
    compactAbove = SMALLEST_COMPACTION;
    return taken;
  }

  /** Takes back what a snapshot that is given up did not write. */
  final void giveBack(List<StateEntry> entries) {
    entries.removeIf(entry -> entry.dirtySince == StateEntry.CLEAN);
    dirty.addAll(entries);
  }

  /** Entries no longer count: the segment is deleted, but a snapshot may still write them. */
  final void detach(Iterable<StateEntry> entries) {
    meter.liveChanged(-live);
    for (StateEntry entry : entries) {
      meter.dropped(entry.key().length);
    }
    meter = new MemoryMeter();
    dirty = new ArrayList<>();
  }
}
