package dev.millrace.state.rocksdb;

import dev.millrace.state.StateStoreException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.rocksdb.RocksDB;

/**
 * RocksDB's part in C. RocksDB unpacks it into a temporary folder, unless it lies in a folder of
 * {@code java.library.path}.
 */
final class RocksLibrary {
  /** RocksDB's own variable, instead of the temporary folder. */
  private static final String FOLDER = "ROCKSDB_SHAREDLIB_DIR";

  private RocksLibrary() {}

  /**
   * Whether it can be unpacked, without doing so.
   *
   * @throws StateStoreException if not
   */
  static void require() {
    if (liesInLibraryPath()) {
      return;
    }
    try {
      requireRoomForPrograms(temporary());
    } catch (IOException e) {
      throw unloadable(e);
    }
  }

  /**
   * Loads it unless it is.
   *
   * @throws StateStoreException if it cannot be
   */
  static void load() {
    try {
      RocksDB.loadLibrary();
    } catch (RuntimeException | LinkageError e) {
      throw unloadable(e);
    }
  }

  /** Where a loader will say no: a folder that cannot be written, or is mounted noexec. */
  static void requireRoomForPrograms(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, "millrace", ".so");
    try {
      if (!probe.toFile().setExecutable(true) || !Files.isExecutable(probe)) {
        throw new IOException("no program may be run in " + folder);
      }
    } finally {
      Files.delete(probe);
    }
  }

  private static boolean liesInLibraryPath() {
    String path = System.getProperty("java.library.path", "");
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> new File(folder).list((f, name) -> name.startsWith("librocksdbjni")))
        .anyMatch(found -> found != null && found.length > 0);
  }

  private static Path temporary() {
    String chosen = System.getenv(FOLDER);
    return Path.of(chosen != null ? chosen : System.getProperty("java.io.tmpdir"));
  }

  private static StateStoreException unloadable(Throwable e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new StateStoreException(
        "Expected RocksDB's library to load, but it cannot: folder="
            + temporary()
            + ", error="
            + cause
            + ". It needs glibc, and a temporary folder that can be written and holds programs"
            + " (mounted without noexec); "
            + FOLDER
            + " names another.",
        e);
  }
}
