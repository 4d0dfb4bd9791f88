package dev.millrace.state.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Files that never change, tables and values, of which it is known that the object store has them,
 * so that they are neither hashed nor asked for again. RocksDB gives a number to one file only, but
 * another run that went on from an older checkpoint may give it to another file: so size and time
 * of change, which hard links share, must be the same too.
 */
final class KnownFiles {
  private record Known(FileTime modified, StoredFile file) {}

  private final ConcurrentMap<String, Known> files = new ConcurrentHashMap<>();

  /** What is known of a local file; null if nothing. */
  @Nullable StoredFile find(Path local, String name, long sizeBytes) throws IOException {
    Known known = files.get(name);
    return known != null
            && known.file().sizeBytes() == sizeBytes
            && known.modified().equals(Files.getLastModifiedTime(local))
        ? known.file()
        : null;
  }

  void add(Path local, StoredFile file) throws IOException {
    if (StoredFile.isShared(file.name())) {
      files.put(file.name(), new Known(Files.getLastModifiedTime(local), file));
    }
  }

  /** Forgets all but those of the manifest. */
  void retain(CheckpointManifest manifest) {
    files.values().removeIf(known -> !manifest.files().contains(known.file()));
  }
}
