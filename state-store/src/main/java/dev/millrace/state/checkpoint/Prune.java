package dev.millrace.state.checkpoint;

import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStore.ObjectInfo;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Deletes what is no longer needed (rule C4): first manifests that are neither among the newest nor
 * pointed to, then files that only they named. A file that no manifest names is of an upload that
 * never ended, or of one that goes on: it is deleted only if it is older than the last two epochs,
 * which begin with their oldest manifests. All times are the object store's.
 */
final class Prune {
  private static final int EPOCHS_SPARED = 2;

  private final ObjectStore objects;
  private final CheckpointStore checkpoints;
  private final CheckpointLocation location;
  private final PruneListener listener;

  Prune(
      ObjectStore objects,
      CheckpointStore checkpoints,
      CheckpointLocation location,
      PruneListener listener) {
    this.objects = objects;
    this.checkpoints = checkpoints;
    this.location = location;
    this.listener = listener;
  }

  CheckpointStore.Pruned run(int retain, Set<CheckpointId> pointedTo) {
    List<ObjectInfo> manifests =
        objects.list(location.manifests()).stream()
            .filter(object -> location.isManifest(object.key()))
            .toList();
    long sparedFromMs = sparedFromMs(manifests);
    TreeSet<CheckpointId> expired = new TreeSet<>();
    manifests.forEach(object -> expired.add(location.id(object.key())));
    Set<String> needed = keep(expired, retain, pointedTo);
    Set<String> released = filesOf(expired);
    for (CheckpointId id : expired) {
      objects.delete(location.manifest(id));
      listener.expired(id);
    }
    int files = 0;
    long bytes = 0;
    for (ObjectInfo file : objects.list(location.files())) {
      boolean old = released.contains(file.key()) || file.modifiedMs() < sparedFromMs;
      if (old && !needed.contains(file.key())) {
        objects.delete(file.key());
        listener.deleted(file.key());
        files++;
        bytes += file.sizeBytes();
      }
    }
    int unfinished = objects.discardUnfinished(location.base(), sparedFromMs);
    return new CheckpointStore.Pruned(expired.size(), files, bytes, unfinished);
  }

  /** Takes what is kept out of the set, and gives the keys of its files. */
  private Set<String> keep(
      NavigableSet<CheckpointId> ids, int retain, Set<CheckpointId> pointedTo) {
    Set<String> needed = new HashSet<>();
    int kept = 0;
    for (CheckpointId id : List.copyOf(ids.descendingSet())) {
      if (kept < retain || pointedTo.contains(id)) {
        ids.remove(id);
        Set<String> files = filesOf(Set.of(id));
        needed.addAll(files);
        if (!files.isEmpty()) {
          kept++; // a damaged one does not count as one to fall back to
        }
      }
    }
    return needed;
  }

  private Set<String> filesOf(Set<CheckpointId> ids) {
    Set<String> keys = new HashSet<>();
    for (CheckpointId id : ids) {
      try {
        checkpoints.read(id).files().forEach(file -> keys.add(location.file(file)));
      } catch (CorruptCheckpointException e) {
        // Nobody can restore it, so it needs no files.
      }
    }
    return keys;
  }

  private long sparedFromMs(List<ObjectInfo> manifests) {
    TreeSet<Long> epochs = new TreeSet<>();
    manifests.forEach(object -> epochs.add(location.id(object.key()).epoch()));
    if (epochs.size() < EPOCHS_SPARED) {
      return Long.MIN_VALUE;
    }
    long oldestSpared = List.copyOf(epochs.descendingSet()).get(EPOCHS_SPARED - 1);
    return manifests.stream()
        .filter(object -> location.id(object.key()).epoch() >= oldestSpared)
        .mapToLong(ObjectInfo::modifiedMs)
        .min()
        .orElse(Long.MIN_VALUE);
  }
}
