package dev.millrace.state.checkpoint;

import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.StateStoreException;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStore.ObjectInfo;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;

/** Uploads a checkpoint: files that are not there yet, in parallel; then the manifest (rule C2). */
final class Upload {
  private final ObjectStore objects;
  private final CheckpointLocation location;
  private final KnownFiles known;
  private final CheckpointId id;
  private final TransferListener listener;
  private final ConcurrentMap<String, StoredFile> stored = new ConcurrentHashMap<>();

  Upload(
      ObjectStore objects,
      CheckpointLocation location,
      KnownFiles known,
      CheckpointId id,
      TransferListener listener) {
    this.objects = objects;
    this.location = location;
    this.known = known;
    this.id = id;
    this.listener = listener;
  }

  CheckpointManifest run(PinnedState pinned, CheckpointInfo info, Executor executor) {
    List<Runnable> tasks = new ArrayList<>();
    for (String name : pinned.files()) {
      tasks.add(() -> store(pinned.directory().resolve(name), name));
    }
    Transfers.runAll(tasks, executor);
    List<StoredFile> files = pinned.files().stream().map(stored::get).toList();
    CheckpointManifest manifest = new CheckpointManifest(id, info, files);
    listener.allDone();
    publish(manifest);
    known.retain(manifest);
    return manifest;
  }

  private void store(Path local, String name) {
    try {
      long sizeBytes = Files.size(local);
      StoredFile present = known.find(local, name, sizeBytes);
      if (present != null) {
        done(present, true);
        return;
      }
      StoredFile file = StoredFile.of(name, sizeBytes, Hashes.sha256(local), id);
      String key = location.file(file);
      ObjectInfo object = objects.find(key);
      boolean alreadyThere = object != null && object.sizeBytes() == sizeBytes;
      if (!alreadyThere) {
        putFile(key, local);
      }
      known.add(local, file);
      done(file, alreadyThere);
    } catch (IOException e) {
      throw new StateStoreException("Expected to read a pinned file, but got file=" + local, e);
    }
  }

  /** A token that expired half-way, or a lost connection, costs one further attempt. */
  private void putFile(String key, Path local) {
    try {
      objects.putFile(key, local);
    } catch (TransientObjectStoreException first) {
      try {
        objects.putFile(key, local);
      } catch (RuntimeException second) {
        second.addSuppressed(first);
        throw second;
      }
    }
  }

  private void done(StoredFile file, boolean alreadyThere) {
    stored.put(file.name(), file);
    listener.done(file.name(), file.sizeBytes(), alreadyThere);
  }

  private void publish(CheckpointManifest manifest) {
    byte[] json = ManifestJson.write(manifest);
    objects.putIfAbsent(location.manifest(id), json);
  }
}
