package dev.millrace.testkit;

import dev.millrace.state.PartitionStore;
import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.StateSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The newest checkpoint of a partition, and the stores that begin with it. The files are kept in
 * memory, for a store consumes those it is restored from, and a checkpoint may be needed again.
 */
final class CheckpointFolder {
  private final Path work;
  private final Path restore;
  private final PartitionStoreFactory factory;
  private @Nullable Map<String, byte[]> saved;

  /**
   * @param root made when first needed
   */
  CheckpointFolder(Path root, PartitionStoreFactory factory) {
    this.work = root.resolve("work");
    this.restore = root.resolve("restore");
    this.factory = factory;
  }

  /** A store with the state of the newest checkpoint; an empty one if there is none. */
  PartitionStore open() {
    if (saved == null) {
      return factory.create(work);
    }
    try {
      Files.createDirectories(restore);
      for (Map.Entry<String, byte[]> file : saved.entrySet()) {
        Files.write(restore.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to write a checkpoint to " + restore, e);
    }
    return factory.restore(work, restore);
  }

  /** Makes the state as it is now the newest checkpoint. */
  void save(PartitionStore store, byte[] meta) {
    StateSnapshot.PinnedState pinned = store.beginSnapshot(meta).pin();
    Map<String, byte[]> files = new LinkedHashMap<>();
    try {
      for (String name : pinned.files()) {
        files.put(name, Files.readAllBytes(pinned.directory().resolve(name)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to read the snapshot in " + pinned.directory(), e);
    }
    pinned.close();
    saved = files;
  }

  /** Deletes a folder and all in it; nothing happens if it is not there. */
  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to delete " + folder, e);
    }
  }
}
