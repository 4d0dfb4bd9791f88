package dev.millrace.state;

import java.nio.file.Path;

/** Makes the stores of partitions; one per process. May be used by several threads. */
public interface PartitionStoreFactory {

  /**
   * A new, empty store.
   *
   * @param workDirectory the store's own; made if it is not there, and what is left in it from an
   *     earlier process is deleted, for nothing proves what it is
   */
  PartitionStore create(Path workDirectory);

  /**
   * A store with the state of a snapshot.
   *
   * @param workDirectory the store's own, as for {@link #create}; not an ancestor of {@code
   *     snapshotDirectory}
   * @param snapshotDirectory the files of a snapshot, as pinned by a store of the same kind; the
   *     store takes them over: they may be gone or changed afterwards
   * @throws CorruptStateException if the files are not such a snapshot
   */
  PartitionStore restore(Path workDirectory, Path snapshotDirectory);

  /** Loads what {@link #restore} will need, ahead of it. */
  default void warm() {}
}
