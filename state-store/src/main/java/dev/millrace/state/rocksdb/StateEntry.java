package dev.millrace.state.rocksdb;

import dev.millrace.state.heap.ByteTable;
import org.jspecify.annotations.Nullable;

/** An entry in memory: a key with its value, or the mark that the key on disk is deleted. */
final class StateEntry extends ByteTable.Entry {

  /** {@link #dirtySince} of an entry that is on disk as it is here. */
  static final int CLEAN = 0;

  /** The live object; null if the key was removed and the disk does not know it yet. */
  @Nullable Object value;

  /** Epoch of the store in which it became different from what is on disk; or {@link #CLEAN}. */
  int dirtySince = CLEAN;

  /** Whether the disk has some version of the key. */
  boolean onDisk;

  /** Used since the evictor last came by. */
  boolean touched;

  /** It left the table; the disk has what it holds, or the key was removed. */
  boolean dropped;

  /** It is in a {@link TimerHeap}. */
  boolean queued;

  StateEntry(byte[] key, int hash, @Nullable Object value) {
    super(key, hash);
    this.value = value;
  }
}
