package dev.millrace.state.checkpoint;

import java.util.regex.Pattern;

/**
 * A file of a checkpoint.
 *
 * @param name in the store's directory; a single path segment
 * @param sizeBytes from 0
 * @param sha256 of its content, 64 lower-case hexadecimal digits
 * @param object name of the object that holds it, below {@code sst/}. The content hash for table
 *     files, which are unique. The others could come out the same in two epochs by chance; so that
 *     one owner's prune cannot take away another's, theirs is followed by a dot and the id of the
 *     checkpoint that brought it.
 */
public record StoredFile(String name, long sizeBytes, String sha256, String object) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final int HASH_CHARS = 64;
  private static final String TABLE_SUFFIX = ".sst";
  private static final String VALUES_SUFFIX = ".blob";

  public StoredFile {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("Expected a plain file name, but got name=" + name);
    }
    if (sizeBytes < 0 || !HASH.matcher(sha256).matches() || !isObjectOf(sha256, object)) {
      throw new IllegalArgumentException(
          "Expected size, hash and an object named by the hash, but got sizeBytes="
              + sizeBytes
              + ", sha256="
              + sha256
              + ", object="
              + object);
    }
  }

  /** Nothing else may follow the hash: the name becomes part of a path. */
  private static boolean isObjectOf(String sha256, String object) {
    return object.equals(sha256)
        || (object.startsWith(sha256 + ".") && CheckpointId.isId(object.substring(HASH_CHARS + 1)));
  }

  /** A file of the checkpoint with that id. */
  static StoredFile of(String name, long sizeBytes, String sha256, CheckpointId id) {
    return new StoredFile(name, sizeBytes, sha256, isUnique(name) ? sha256 : sha256 + "." + id);
  }

  /** Whether no two such files have the same content: RocksDB marks tables, but not values. */
  private static boolean isUnique(String name) {
    return name.endsWith(TABLE_SUFFIX);
  }

  /** Whether a local file of that name never changes, so that checkpoints share what they hold. */
  static boolean isShared(String name) {
    return name.endsWith(TABLE_SUFFIX) || name.endsWith(VALUES_SUFFIX);
  }
}
