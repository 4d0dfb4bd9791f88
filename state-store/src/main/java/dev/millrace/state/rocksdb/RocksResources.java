package dev.millrace.state.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.WriteOptions;

/** The option objects of one database, closed in reverse order of their making. */
final class RocksResources implements AutoCloseable {
  private static final int BLOOM_BITS_PER_KEY = 10;
  private static final int BLOCK_BYTES = 8 << 10;
  private static final long MEMTABLE_BYTES = 16L << 20;
  private static final long TABLE_FILE_BYTES = 32L << 20;
  private static final long VALUE_FILE_BYTES = 8L << 20;
  private static final int OPEN_FILES = 256;

  /** Below it a value's place takes as much room beside the key as is saved in merging it. */
  private static final long SEPARATE_BYTES = 512;

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  final DBOptions database;
  final ColumnFamilyOptions family;
  final WriteOptions write;

  RocksResources(RocksMemory memory) {
    // First of all: each of RocksDB's classes loads the library too, and says less (N04).
    memory.warm();
    database = own(databaseOptions(memory));
    family = own(familyOptions(memory, own(new BloomFilter(BLOOM_BITS_PER_KEY))));
    // The log is Kafka's: what is lost here is replayed.
    write = own(new WriteOptions().setDisableWAL(true));
  }

  private static DBOptions databaseOptions(RocksMemory memory) {
    return new DBOptions()
        .setCreateIfMissing(true)
        // Without a write-ahead log only this keeps the families of a checkpoint at one moment.
        .setAtomicFlush(true)
        .setAvoidFlushDuringShutdown(true)
        .setWriteBufferManager(memory.writeBuffers())
        .setMaxOpenFiles(OPEN_FILES)
        .setMaxBackgroundJobs(2)
        .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
        .setKeepLogFileNum(1)
        .setStatsDumpPeriodSec(0);
  }

  private static ColumnFamilyOptions familyOptions(RocksMemory memory, BloomFilter filter) {
    return new ColumnFamilyOptions()
        .setWriteBufferSize(MEMTABLE_BYTES)
        .setTargetFileSizeBase(TABLE_FILE_BYTES)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        // Merging tables writes keys anew, not large values: a checkpoint has few new bytes (C1).
        .setEnableBlobFiles(true)
        .setMinBlobSize(SEPARATE_BYTES)
        .setBlobFileSize(VALUE_FILE_BYTES)
        .setBlobCompressionType(CompressionType.LZ4_COMPRESSION)
        .setEnableBlobGarbageCollection(true)
        .setBlobGarbageCollectionAgeCutoff(0)
        .setTableFormatConfig(
            new BlockBasedTableConfig()
                .setBlockCache(memory.cache())
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setBlockSize(BLOCK_BYTES)
                .setFilterPolicy(filter));
  }

  <R extends AutoCloseable> R own(R resource) {
    owned.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("Expected to free a native object, but could not", e);
      }
    }
  }
}
