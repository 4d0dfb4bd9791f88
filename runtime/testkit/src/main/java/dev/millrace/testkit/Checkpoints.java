package dev.millrace.testkit;

import dev.millrace.state.PartitionStore;

/** The newest checkpoint of a partition, and the stores that begin with it. */
interface Checkpoints extends AutoCloseable {

  /** A store with the state of the newest checkpoint; an empty one if there is none. */
  PartitionStore open();

  /** Makes the state of the store as it is now the newest checkpoint. */
  void save(PartitionStore store, byte[] meta);

  @Override
  void close();
}
