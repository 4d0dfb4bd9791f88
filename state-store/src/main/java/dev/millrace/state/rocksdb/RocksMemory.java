package dev.millrace.state.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.WriteBufferManager;

/**
 * The native memory that all stores of a process share (rule T5): one block cache, which also holds
 * index and filter blocks, and one write-buffer manager, whose memtables are charged to the cache.
 * So the sum is bounded by {@code cacheBytes}, however many partitions there are. Made when the
 * first database is opened, together with RocksDB's library: a pod without state has neither. For
 * any thread; closed after the last store.
 */
public final class RocksMemory implements AutoCloseable {
  private final long cacheBytes;
  private final long writeBufferBytes;
  private @Nullable Shared shared;

  private record Shared(Cache cache, WriteBufferManager writeBuffers) {}

  private RocksMemory(long cacheBytes, long writeBufferBytes) {
    this.cacheBytes = cacheBytes;
    this.writeBufferBytes = writeBufferBytes;
  }

  /**
   * Sets memory aside; nothing is loaded yet.
   *
   * @param cacheBytes bound of blocks and memtables together
   * @param writeBufferBytes bound of the memtables; at most {@code cacheBytes}
   */
  public static RocksMemory of(long cacheBytes, long writeBufferBytes) {
    if (writeBufferBytes <= 0 || cacheBytes < writeBufferBytes) {
      throw new IllegalArgumentException(
          "Expected 0 < writeBufferBytes <= cacheBytes, but it is not so: writeBufferBytes="
              + writeBufferBytes
              + ", cacheBytes="
              + cacheBytes);
    }
    return new RocksMemory(cacheBytes, writeBufferBytes);
  }

  /**
   * Finds out early, and without loading it, what would keep RocksDB's library from being loaded.
   *
   * @throws dev.millrace.state.StateStoreException if it could not be unpacked
   */
  public static void requireLibrary() {
    RocksLibrary.require();
  }

  /**
   * Loads RocksDB and makes the memory, unless it is there: what the first database to be opened
   * would otherwise wait for.
   *
   * @throws dev.millrace.state.StateStoreException if the library cannot be loaded
   */
  public void warm() {
    shared();
  }

  private synchronized Shared shared() {
    Shared present = shared;
    if (present == null) {
      RocksLibrary.load();
      Cache cache = new LRUCache(cacheBytes);
      present = new Shared(cache, new WriteBufferManager(writeBufferBytes, cache));
      shared = present;
    }
    return present;
  }

  /** Bytes in use of the cache, memtables included; 0 before the first database. */
  public synchronized long usedBytes() {
    Shared present = shared;
    return present == null ? 0 : present.cache().getUsage();
  }

  synchronized boolean isLoaded() {
    return shared != null;
  }

  Cache cache() {
    return shared().cache();
  }

  WriteBufferManager writeBuffers() {
    return shared().writeBuffers();
  }

  @Override
  public synchronized void close() {
    Shared present = shared;
    if (present != null) {
      present.writeBuffers().close();
      present.cache().close();
    }
  }
}
