package dev.millrace.state.rocksdb;

import dev.millrace.state.PartitionStoreFactory;
import java.nio.file.Path;

/**
 * Makes stores on RocksDB that share native memory.
 *
 * @param memory of the process; to be closed after the last store
 * @param settings of each store
 */
public record RocksStoreFactory(RocksMemory memory, RocksSettings settings)
    implements PartitionStoreFactory {

  @Override
  public RocksPartitionStore create(Path workDirectory) {
    return RocksPartitionStore.create(workDirectory, memory, settings);
  }

  @Override
  public RocksPartitionStore restore(Path workDirectory, Path snapshotDirectory) {
    return RocksPartitionStore.restore(workDirectory, snapshotDirectory, memory, settings);
  }

  @Override
  public void warm() {
    memory.warm();
  }
}
