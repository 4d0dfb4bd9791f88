package dev.millrace.state.rocksdb;

import dev.millrace.state.KeyCursor;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks the entries in memory and those on disk as one ascending sequence. Where both have a key,
 * memory is right: the disk's version is older, or deleted. A value from disk is decoded and not
 * kept in memory, so that a large firing does not fill it; if the caller asks for it by update
 * meanwhile, memory has it and is asked first.
 */
final class MergingCursor<V> implements KeyCursor<V> {
  private final HashSegment<V> segment;
  private final SortedEntries.Walk memory;
  private final @Nullable DiskCursor disk;
  private byte @Nullable [] diskKey;
  private @Nullable StateEntry current;
  private byte @Nullable [] key;
  private boolean atDisk;

  MergingCursor(HashSegment<V> segment, SortedEntries.Walk memory, @Nullable DiskCursor disk) {
    this.segment = segment;
    this.memory = memory;
    this.disk = disk;
    nextOnDisk();
  }

  @Override
  public boolean next() {
    if (atDisk) {
      nextOnDisk(); // which stayed there for value()
      atDisk = false;
    }
    while (true) {
      StateEntry head = memory.head();
      int order = head == null ? 1 : compareToDisk(head);
      if (head == null || order > 0) {
        current = null;
        key = diskKey;
        atDisk = key != null;
        return atDisk;
      }
      memory.step();
      if (order == 0) {
        nextOnDisk();
      }
      StateEntry entry = present(head);
      if (entry.value != null) {
        current = entry;
        key = entry.key();
        return true;
      }
    }
  }

  /** Below zero: memory is first; zero: both have the key; above: disk is first. */
  private int compareToDisk(StateEntry head) {
    return diskKey == null ? -1 : Arrays.compareUnsigned(head.key(), diskKey);
  }

  /** An entry that left memory since it was sorted may have come back, and changed then. */
  private StateEntry present(StateEntry sorted) {
    StateEntry again = sorted.dropped ? segment.inMemory(sorted.key()) : sorted;
    return again == null ? sorted : again;
  }

  private void nextOnDisk() {
    diskKey = disk != null && disk.next() ? segment.keyOf(disk.key()) : null;
  }

  @Override
  public byte[] key() {
    return Objects.requireNonNull(key);
  }

  @Override
  public V value() {
    StateEntry entry = current == null || current.dropped ? segment.inMemory(key()) : current;
    if (entry == null) {
      entry = current;
    }
    return entry != null
        ? Objects.requireNonNull(segment.valueOf(entry))
        : segment.decode(Objects.requireNonNull(disk).value());
  }

  @Override
  public void close() {
    if (disk != null) {
      disk.close();
    }
  }
}
