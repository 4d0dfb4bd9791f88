package dev.millrace.state.rocksdb;

import dev.millrace.state.StateStoreException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** A walk over a part of a column family as it was when the walk began. Must be closed. */
final class DiskCursor implements AutoCloseable {
  private final @Nullable Slice bound;
  private final ReadOptions options;
  private final RocksIterator iterator;
  private boolean started;

  DiskCursor(
      RocksDB database,
      ColumnFamilyHandle handle,
      byte @Nullable [] from,
      byte @Nullable [] below) {
    bound = below == null ? null : new Slice(below);
    options = new ReadOptions();
    if (bound != null) {
      options.setIterateUpperBound(bound);
    }
    iterator = database.newIterator(handle, options);
    if (from == null) {
      iterator.seekToFirst();
    } else {
      iterator.seek(from);
    }
  }

  /** Moves on; false at the end. */
  boolean next() {
    if (started) {
      iterator.next();
    }
    started = true;
    if (iterator.isValid()) {
      return true;
    }
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw new StateStoreException("Expected to walk to the end, but RocksDB failed", e);
    }
    return false;
  }

  byte[] key() {
    return iterator.key();
  }

  byte[] value() {
    return iterator.value();
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    if (bound != null) {
      bound.close();
    }
  }
}
