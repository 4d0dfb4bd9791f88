package dev.millrace.faults;

import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.objectstore.ObjectStores;
import dev.millrace.state.objectstore.S3Settings;
import java.nio.file.Path;
import java.util.List;

/** Checkpoints of a partition as they lie in the S3 server's folder. */
final class StoredCheckpoints {
  private StoredCheckpoints() {}

  /**
   * Files that a checkpoint of the partition names and that are not there in their size.
   *
   * @param folder where the checkpoints of all functions lie
   */
  static List<String> missing(Path folder, CheckpointLocation location) {
    CheckpointStore store =
        new CheckpointStore(ObjectStores.open(folder.toUri(), S3Settings.defaults()), location);
    return store.list().stream().flatMap(id -> missing(store, id).stream()).toList();
  }

  private static List<String> missing(CheckpointStore store, CheckpointId id) {
    return store.missing(store.read(id)).stream().map(file -> id + " " + file).toList();
  }
}
