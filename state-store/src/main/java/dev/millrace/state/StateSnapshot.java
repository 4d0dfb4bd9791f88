package dev.millrace.state;

import java.nio.file.Path;
import java.util.List;

/**
 * A snapshot being written. Between batches {@link #step} encodes a part of what was dirty when it
 * began; then {@link #pin} fixes the files. The store stays usable all the time.
 */
public interface StateSnapshot {

  /** Writes up to that many entries; true when nothing is left to write. */
  boolean step(int maxEntries);

  /**
   * Whether {@link #pin} need not wait for a disk: what was written has reached its files, or will
   * not, which {@code pin} then says. To be asked when nothing is left to write; whoever cannot
   * wait pins at once.
   */
  default boolean isSettled() {
    return true;
  }

  /** Finishes the rest and pins the files by hard links (rule C1). Called once. */
  PinnedState pin();

  /** Gives the snapshot up; the store forgets nothing of what is dirty. */
  void abandon();

  /**
   * The files of a snapshot, which no later work of the store changes.
   *
   * @param directory holds the files; deleted by {@link #close}
   * @param files names relative to the directory, sorted
   * @param meta what was given to {@link PartitionStore#beginSnapshot}
   */
  record PinnedState(Path directory, List<String> files, byte[] meta) implements AutoCloseable {

    public PinnedState {
      files = files.stream().sorted().toList();
    }

    /** Deletes the directory; the store's own files stay, for these are links or copies. */
    @Override
    public void close() {
      Directories.delete(directory);
    }
  }
}
