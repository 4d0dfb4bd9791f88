package dev.millrace.runtime.partition;

import dev.millrace.runtime.checkpoint.PartitionCheckpoints;
import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.heap.HeapPartitionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Checkpoints that a restarted pod of the same test finds again. */
final class FolderCheckpoints implements PartitionCheckpoints {
  private static final Map<Path, List<SavedCheckpoint>> SAVED = new ConcurrentHashMap<>();

  private final Path folder;

  FolderCheckpoints(Path folder) {
    this.folder = folder;
  }

  @Override
  public List<SavedCheckpoint> newestFirst() {
    List<SavedCheckpoint> saved = saved();
    synchronized (saved) {
      List<SavedCheckpoint> copy = new ArrayList<>(saved);
      Collections.reverse(copy);
      return copy;
    }
  }

  @Override
  public PartitionStore restore(SavedCheckpoint checkpoint) {
    return HeapPartitionStore.restore(work(), folder.resolve(checkpoint.name()));
  }

  @Override
  public PartitionStore create() {
    return HeapPartitionStore.create(work());
  }

  @Override
  public SavedCheckpoint save(PinnedState pinned, Facts facts) {
    List<SavedCheckpoint> saved = saved();
    synchronized (saved) {
      String name = facts.epoch() + "-" + saved.size();
      try {
        Path target = Files.createDirectories(folder.resolve(name));
        for (String file : pinned.files()) {
          Files.copy(pinned.directory().resolve(file), target.resolve(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      SavedCheckpoint checkpoint =
          new SavedCheckpoint(
              name, facts.epoch(), facts.offset(), facts.since(), facts.decisions(), 0);
      saved.add(checkpoint);
      return checkpoint;
    }
  }

  @Override
  public List<SavedCheckpoint> prune(SavedCheckpoint pointedTo) {
    return newestFirst();
  }

  private List<SavedCheckpoint> saved() {
    return SAVED.computeIfAbsent(folder, f -> new ArrayList<>());
  }

  private Path work() {
    try {
      return Files.createTempDirectory(Files.createDirectories(folder), "work");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
