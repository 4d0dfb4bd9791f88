package dev.millrace.state.checkpoint;

import dev.millrace.state.Directories;
import dev.millrace.state.StateStoreException;
import dev.millrace.state.objectstore.ObjectNotFoundException;
import dev.millrace.state.objectstore.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Brings the files of a checkpoint into a directory, in parallel, and proves size and hash of each
 * (rule C3). Files that are there and prove to be the right ones are kept, others are deleted: so a
 * directory with an older checkpoint only gets the difference.
 */
final class Restore {
  private final ObjectStore objects;
  private final CheckpointLocation location;
  private final KnownFiles known;
  private final CheckpointManifest manifest;
  private final Path directory;
  private final TransferListener listener;

  Restore(
      ObjectStore objects,
      CheckpointLocation location,
      KnownFiles known,
      CheckpointManifest manifest,
      Path directory,
      TransferListener listener) {
    this.objects = objects;
    this.location = location;
    this.known = known;
    this.manifest = manifest;
    this.directory = directory;
    this.listener = listener;
  }

  void run(Executor executor) {
    try {
      Files.createDirectories(directory);
      deleteOthers();
    } catch (IOException e) {
      throw localFailure(e);
    }
    List<Runnable> tasks = new ArrayList<>();
    for (StoredFile file : manifest.files()) {
      tasks.add(() -> bring(file));
    }
    Transfers.runAll(tasks, executor);
  }

  private void deleteOthers() throws IOException {
    Set<String> wanted =
        manifest.files().stream().map(StoredFile::name).collect(Collectors.toSet());
    for (String name : Directories.fileNames(directory)) {
      if (!wanted.contains(name)) {
        Files.delete(directory.resolve(name));
      }
    }
  }

  private void bring(StoredFile file) {
    Path local = directory.resolve(file.name());
    try {
      boolean alreadyThere = Files.exists(local) && isProved(local, file);
      if (!alreadyThere) {
        Files.deleteIfExists(local);
        download(file, local);
      }
      known.add(local, file);
      listener.done(file.name(), file.sizeBytes(), alreadyThere);
    } catch (IOException e) {
      throw localFailure(e);
    }
  }

  /** What was proved before, and has not changed since, is not read again. */
  private boolean isProved(Path local, StoredFile file) throws IOException {
    return file.equals(known.find(local, file.name(), Files.size(local)))
        || differs(local, file).isEmpty();
  }

  private void download(StoredFile file, Path local) throws IOException {
    MessageDigest digest = Hashes.newDigest();
    try {
      objects.getFile(location.file(file), local, digest);
    } catch (ObjectNotFoundException e) {
      throw corrupt(file, "it is missing", e);
    }
    String difference = difference(file, Files.size(local), () -> Hashes.hex(digest));
    if (!difference.isEmpty()) {
      Files.delete(local);
      throw corrupt(file, difference, null);
    }
  }

  /** Empty if the local file is the stored one. */
  private static String differs(Path local, StoredFile file) throws IOException {
    return difference(file, Files.size(local), () -> Hashes.sha256(local));
  }

  private interface Hash {
    String sha256() throws IOException;
  }

  /** Empty if that is the stored one. */
  private static String difference(StoredFile file, long sizeBytes, Hash hash) throws IOException {
    if (sizeBytes != file.sizeBytes()) {
      return "it has another size: sizeBytes=" + sizeBytes + ", in manifest=" + file.sizeBytes();
    }
    String sha256 = hash.sha256();
    return sha256.equals(file.sha256())
        ? ""
        : "it has another content: sha256=" + sha256 + ", in manifest=" + file.sha256();
  }

  private CorruptCheckpointException corrupt(
      StoredFile file, String reason, @Nullable Throwable cause) {
    return new CorruptCheckpointException(
        manifest.id(),
        "Expected a whole checkpoint, but of one file "
            + reason
            + ", checkpoint="
            + manifest.id()
            + ", key="
            + location.file(file)
            + ", store="
            + objects.describe()
            + ". An older one may be whole.",
        cause);
  }

  private StateStoreException localFailure(IOException e) {
    return new StateStoreException(
        "Expected to restore into a directory, but could not: directory=" + directory, e);
  }
}
