package dev.millrace.runtime.checkpoint;

import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.heap.HeapPartitionStore;
import dev.millrace.state.objectstore.ObjectStore;
import java.nio.file.Path;

/** The checkpoints of a pod, with state in memory and transfers on the caller's thread. */
public final class HeapStates {
  private HeapStates() {}

  /** As {@link ObjectStoreCheckpoints} makes them. */
  public static PartitionCheckpoints of(
      ObjectStore objects, FunctionSettings function, PartitionRef ref, Path folder, int retain) {
    return new StoredCheckpoints(
        new CheckpointStore(
            objects, new CheckpointLocation(function.namespace(), function.name(), ref.number())),
        HeapPartitionStore.factory(),
        folder.resolve(Integer.toString(ref.number())),
        new StoredCheckpoints.Settings("schema", retain, Runnable::run));
  }
}
