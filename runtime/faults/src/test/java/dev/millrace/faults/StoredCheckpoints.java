package dev.millrace.faults;

import dev.millrace.services.S3Server;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointManifest;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.checkpoint.StoredFile;
import dev.millrace.state.objectstore.ObjectStores;
import dev.millrace.state.objectstore.S3Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checkpoints of several partitions as they lie in the folder of an S3 server. */
final class StoredCheckpoints {
  private final Path folder;
  private final List<CheckpointLocation> locations;

  /** What lies there, now and later. */
  StoredCheckpoints(S3Server s3, List<CheckpointLocation> locations) {
    this.folder = s3.objects().resolve(PodPlan.BUCKET).resolve(PodPlan.PREFIX);
    this.locations = List.copyOf(locations);
  }

  private CheckpointStore store(CheckpointLocation location) {
    return new CheckpointStore(ObjectStores.open(folder.toUri(), S3Settings.defaults()), location);
  }

  /** Files that a checkpoint names and that are not there in their size. */
  List<String> missing() {
    return locations.stream().flatMap(at -> missing(at).stream()).toList();
  }

  private List<String> missing(CheckpointLocation at) {
    CheckpointStore store = store(at);
    return store.list().stream()
        .flatMap(id -> store.missing(store.read(id)).stream().map(f -> at + " " + id + " " + f))
        .toList();
  }

  /** The newest checkpoints, of those partitions that have one. */
  Map<CheckpointLocation, CheckpointId> newest() {
    Map<CheckpointLocation, CheckpointId> newest = new HashMap<>();
    for (CheckpointLocation at : locations) {
      store(at).list().stream().findFirst().ifPresent(id -> newest.put(at, id));
    }
    return newest;
  }

  /** Of each newest checkpoint a file that no other has: its name ends with this one's (C2). */
  List<Path> ownFilesOfNewest() {
    return newest().entrySet().stream()
        .map(e -> file(e.getKey(), ownFile(store(e.getKey()).read(e.getValue()))))
        .toList();
  }

  private static StoredFile ownFile(CheckpointManifest manifest) {
    return manifest.files().stream()
        .filter(f -> f.object().endsWith("." + manifest.id()))
        .findFirst()
        .orElseThrow();
  }

  /** All files of all checkpoints. */
  List<Path> files() {
    return locations.stream().flatMap(at -> files(at).stream()).toList();
  }

  private List<Path> files(CheckpointLocation at) {
    CheckpointStore store = store(at);
    return store.list().stream()
        .flatMap(id -> store.read(id).files().stream())
        .map(f -> file(at, f))
        .distinct()
        .toList();
  }

  private Path file(CheckpointLocation at, StoredFile file) {
    return folder
        .resolve(at.namespace())
        .resolve(at.function())
        .resolve(Integer.toString(at.partition()))
        .resolve("sst")
        .resolve(file.object());
  }
}
