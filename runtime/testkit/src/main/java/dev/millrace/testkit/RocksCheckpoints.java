package dev.millrace.testkit;

import dev.millrace.state.Directories;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.rocksdb.RocksMemory;
import dev.millrace.state.rocksdb.RocksSettings;
import dev.millrace.state.rocksdb.RocksStoreFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints as a pod makes them: RocksDB's files. All state is moved to disk between records, so
 * that whatever is read was written. The checkpoint itself is kept in memory, for a store consumes
 * the files that it is restored from, and they may be needed again.
 */
final class RocksCheckpoints implements Checkpoints {
  private static final long CACHE_BYTES = 8 << 20;
  private static final long WRITE_BUFFER_BYTES = 4 << 20;

  /** Less than any object takes: nothing may stay in memory. */
  private static final long BUDGET_BYTES = 1;

  private final Path root;
  private final RocksMemory memory = RocksMemory.of(CACHE_BYTES, WRITE_BUFFER_BYTES);
  private final PartitionStoreFactory factory =
      new RocksStoreFactory(memory, RocksSettings.ofBudget(BUDGET_BYTES));
  private @Nullable Map<String, byte[]> saved;

  RocksCheckpoints() {
    try {
      root = Files.createTempDirectory("millrace-testkit");
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to make a temporary directory for state", e);
    }
  }

  @Override
  public PartitionStore open() {
    Path work = root.resolve("work");
    if (saved == null) {
      return factory.create(work);
    }
    Path restore = root.resolve("restore");
    Directories.makeEmpty(restore);
    try {
      for (Map.Entry<String, byte[]> file : saved.entrySet()) {
        Files.write(restore.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to write a checkpoint to " + restore, e);
    }
    return factory.restore(work, restore);
  }

  @Override
  public void save(PartitionStore store, byte[] meta) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (StateSnapshot.PinnedState pinned = store.beginSnapshot(meta).pin()) {
      for (String name : pinned.files()) {
        files.put(name, Files.readAllBytes(pinned.directory().resolve(name)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to read a snapshot of the state", e);
    }
    saved = files;
  }

  @Override
  public void close() {
    memory.close();
    Directories.delete(root);
  }
}
