package dev.millrace.state.checkpoint;

import java.util.List;

/**
 * What a checkpoint is: it exists if and only if its manifest does, which is written last and never
 * again (rule C2). Its JSON is {@code docs/formats.md}'s "manifest".
 *
 * @param id epoch and sequence
 * @param info offset, watermark, versions
 * @param files all files of the state, sorted by name; also those uploaded for earlier checkpoints
 */
public record CheckpointManifest(CheckpointId id, CheckpointInfo info, List<StoredFile> files) {

  /** Format that is written, and the only one there is. */
  public static final int FORMAT_VERSION = 1;

  public CheckpointManifest {
    files = List.copyOf(files);
    if (files.stream().map(StoredFile::name).distinct().count() != files.size()) {
      throw new IllegalArgumentException(
          "Expected each file name once, but one is repeated: checkpoint=" + id);
    }
  }

  /** Bytes of all files. */
  public long totalBytes() {
    return files.stream().mapToLong(StoredFile::sizeBytes).sum();
  }
}
