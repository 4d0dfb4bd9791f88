package dev.millrace.state.rocksdb;

import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The native memory that all stores of a process share (rule T5): one block cache, which also holds
 * index and filter blocks, and one write-buffer manager, whose memtables are charged to the cache.
 * So the sum is bounded by {@code cacheBytes}, however many partitions there are. Made once, by an
 * explicit step, because it loads the native library; closed after the last store.
 */
public final class RocksMemory implements AutoCloseable {
  private final Cache cache;
  private final WriteBufferManager writeBuffers;

  private RocksMemory(Cache cache, WriteBufferManager writeBuffers) {
    this.cache = cache;
    this.writeBuffers = writeBuffers;
  }

  /**
   * Loads RocksDB and sets the memory aside.
   *
   * @param cacheBytes bound of blocks and memtables together
   * @param writeBufferBytes bound of the memtables; at most {@code cacheBytes}
   */
  public static RocksMemory start(long cacheBytes, long writeBufferBytes) {
    if (writeBufferBytes <= 0 || cacheBytes < writeBufferBytes) {
      throw new IllegalArgumentException(
          "Expected 0 < writeBufferBytes <= cacheBytes, but it is not so: writeBufferBytes="
              + writeBufferBytes
              + ", cacheBytes="
              + cacheBytes);
    }
    RocksDB.loadLibrary();
    Cache cache = new LRUCache(cacheBytes);
    return new RocksMemory(cache, new WriteBufferManager(writeBufferBytes, cache));
  }

  /** Bytes in use of the cache, memtables included. */
  public long usedBytes() {
    return cache.getUsage();
  }

  Cache cache() {
    return cache;
  }

  WriteBufferManager writeBuffers() {
    return writeBuffers;
  }

  @Override
  public void close() {
    writeBuffers.close();
    cache.close();
  }
}
