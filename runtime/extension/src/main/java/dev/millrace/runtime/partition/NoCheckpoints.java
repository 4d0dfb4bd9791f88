package dev.millrace.runtime.partition;

import dev.millrace.runtime.checkpoint.PartitionCheckpoints;
import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.heap.HeapPartitionStore;
import java.nio.file.Path;
import java.util.List;

/**
 * The checkpoints of a function without windows: none, for it keeps nothing (rule F3). Its store is
 * empty and touches neither disk nor object store.
 */
final class NoCheckpoints implements PartitionCheckpoints {
  private static final Path NOWHERE = Path.of("");

  @Override
  public List<SavedCheckpoint> newestFirst() {
    return List.of();
  }

  @Override
  public void prepare() {}

  @Override
  public void dropPrepared() {}

  @Override
  public PartitionStore restore(SavedCheckpoint checkpoint) {
    throw none();
  }

  @Override
  public PartitionStore create() {
    return HeapPartitionStore.create(NOWHERE);
  }

  @Override
  public SavedCheckpoint save(PinnedState pinned, Facts facts) {
    throw none();
  }

  @Override
  public List<SavedCheckpoint> prune(SavedCheckpoint pointedTo) {
    throw none();
  }

  private static IllegalStateException none() {
    return new IllegalStateException(
        "Expected a function without windows to have no checkpoints, but one is dealt with.");
  }
}
