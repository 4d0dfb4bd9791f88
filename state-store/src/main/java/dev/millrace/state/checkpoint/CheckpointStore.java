package dev.millrace.state.checkpoint;

import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.objectstore.ObjectNotFoundException;
import dev.millrace.state.objectstore.ObjectStore;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of one partition (rules C2 to C4). One object for as long as a pod owns the
 * partition: it remembers which files the store has. For one thread at a time; transfers run in the
 * executor given. Failures of the store come as {@link
 * dev.millrace.state.objectstore.ObjectStoreException}.
 */
public final class CheckpointStore {
  private final ObjectStore objects;
  private final CheckpointLocation location;
  private final KnownFiles known = new KnownFiles();

  public CheckpointStore(ObjectStore objects, CheckpointLocation location) {
    this.objects = objects;
    this.location = location;
  }

  /**
   * What a prune deleted.
   *
   * @param manifests expired checkpoints
   * @param files objects that nobody needs any more
   * @param bytes of these
   * @param unfinishedUploads uploads that had never ended
   */
  public record Pruned(int manifests, int files, long bytes, int unfinishedUploads) {}

  /**
   * Uploads a checkpoint: the files that the store has not, then the manifest. After a failure
   * there is no such checkpoint, and the call may be repeated with the same state. The ledger is to
   * point to it afterwards.
   *
   * @throws dev.millrace.state.objectstore.PreconditionFailedException if there is another
   *     checkpoint of that id: someone else owns the partition
   */
  public CheckpointManifest upload(
      PinnedState pinned,
      CheckpointId id,
      CheckpointInfo info,
      Executor executor,
      TransferListener listener) {
    return new Upload(objects, location, known, id, listener).run(pinned, info, executor);
  }

  /** All checkpoints, the newest first. */
  public List<CheckpointId> list() {
    return objects.list(location.manifests()).stream()
        .map(ObjectStore.ObjectInfo::key)
        .filter(location::isManifest)
        .map(location::id)
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  /**
   * Reads a manifest.
   *
   * @throws CorruptCheckpointException if it is missing or not readable
   */
  public CheckpointManifest read(CheckpointId id) {
    try {
      return ManifestJson.read(id, objects.get(location.manifest(id)));
    } catch (ObjectNotFoundException e) {
      throw new CorruptCheckpointException(
          id,
          "Expected a manifest, but it is missing: checkpoint="
              + id
              + ", store="
              + objects.describe(),
          e);
    }
  }

  /**
   * Files of a checkpoint that the store has not, or in another size. Their content is not read:
   * only {@link #restore} proves that.
   */
  public List<StoredFile> missing(CheckpointManifest manifest) {
    Map<String, Long> sizes =
        objects.list(location.files()).stream()
            .collect(Collectors.toMap(ObjectStore.ObjectInfo::key, o -> o.sizeBytes()));
    return manifest.files().stream()
        .filter(file -> !Objects.equals(sizes.get(location.file(file)), file.sizeBytes()))
        .toList();
  }

  /**
   * Brings a checkpoint into a directory. What is there and right is kept, all else is deleted.
   *
   * @throws CorruptCheckpointException if a file is missing or not what the manifest says; the
   *     directory then holds a part
   */
  public void restore(
      CheckpointManifest manifest, Path directory, Executor executor, TransferListener listener) {
    new Restore(objects, location, known, manifest, directory, listener).run(executor);
  }

  /**
   * Restores the newest whole checkpoint of those that may be used.
   *
   * @param eligible which may be used, for example those at or before the committed offset (X5)
   * @param refused hears of each damaged one on the way
   * @return its manifest, or null if there is no eligible checkpoint
   * @throws CorruptCheckpointException if there are some, but all are damaged: starting empty would
   *     not be right then
   */
  public @Nullable CheckpointManifest restoreNewest(
      Path directory,
      Predicate<CheckpointManifest> eligible,
      Executor executor,
      TransferListener listener,
      Consumer<CorruptCheckpointException> refused) {
    CorruptCheckpointException last = null;
    for (CheckpointId id : list()) {
      try {
        CheckpointManifest manifest = read(id);
        if (eligible.test(manifest)) {
          restore(manifest, directory, executor, listener);
          return manifest;
        }
      } catch (CorruptCheckpointException e) {
        refused.accept(e);
        last = e;
      }
    }
    if (last != null) {
      throw last;
    }
    return null;
  }

  /**
   * Deletes checkpoints beyond the newest ones, and files that none of the others needs (rule C4).
   * To be called by the owner, after the ledger took its newest checkpoint.
   *
   * @param retain how many of the newest whole ones stay; from 1
   * @param pointedTo those that the ledger points to, which stay in any case
   */
  public Pruned prune(int retain, Set<CheckpointId> pointedTo, PruneListener listener) {
    if (retain < 1) {
      throw new IllegalArgumentException("Expected to retain at least 1, but got " + retain);
    }
    return new Prune(objects, this, location, listener).run(retain, pointedTo);
  }
}
