package dev.millrace.runtime.checkpoint;

import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.state.Directories;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.StateStoreException;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointInfo;
import dev.millrace.state.checkpoint.CheckpointManifest;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.checkpoint.CorruptCheckpointException;
import dev.millrace.state.checkpoint.PruneListener;
import dev.millrace.state.checkpoint.TransferListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The checkpoints of one partition in an object store. Decisions are part of the manifest. */
final class StoredCheckpoints implements PartitionCheckpoints {
  private static final Logger LOG = Logger.getLogger(StoredCheckpoints.class);

  private final CheckpointStore checkpoints;
  private final PartitionStoreFactory stores;
  private final Path directory;
  private final Settings settings;

  /** Of those that were last listed. A manifest is written once and never changed. */
  private final Map<CheckpointId, SavedCheckpoint> known = new HashMap<>();

  private long opened;
  private long sequence;
  private @Nullable CheckpointId parent;

  /** What all partitions of a function share. */
  record Settings(String schema, int retain, Executor transfers) {}

  StoredCheckpoints(
      CheckpointStore checkpoints,
      PartitionStoreFactory stores,
      Path directory,
      Settings settings) {
    this.checkpoints = checkpoints;
    this.stores = stores;
    this.directory = directory;
    this.settings = settings;
  }

  @Override
  public synchronized List<SavedCheckpoint> newestFirst() {
    List<SavedCheckpoint> all = new ArrayList<>();
    List<CheckpointId> listed = checkpoints.list();
    known.keySet().retainAll(listed);
    for (CheckpointId id : listed) {
      try {
        all.add(known.computeIfAbsent(id, i -> SavedCheckpoint.of(checkpoints.read(i))));
      } catch (CorruptCheckpointException e) {
        LOG.errorf("%s It is passed over.", e.getMessage());
      }
    }
    if (!all.isEmpty() && parent == null) {
      // A restore follows, which waits for the ledger and for Kafka first.
      settings.transfers().execute(this::warm);
    }
    return all;
  }

  private void warm() {
    try {
      stores.warm();
    } catch (StateStoreException e) {
      LOG.debug("The restore will say so", e);
    }
  }

  @Override
  public synchronized PartitionStore restore(SavedCheckpoint checkpoint) {
    Path work = newDirectory().resolve("work");
    CheckpointManifest manifest = checkpoints.read(CheckpointId.parse(checkpoint.name()));
    // What was prepared is there already and is proved again; only the rest is fetched.
    checkpoints.restore(
        manifest,
        prepared(),
        settings.transfers(),
        (file, bytes, there) -> Failpoints.hit("restore.middle"));
    parent = manifest.id();
    PartitionStore store = stores.restore(work, prepared());
    dropPrepared();
    return store;
  }

  @Override
  public synchronized void prepare() {
    List<SavedCheckpoint> saved = newestFirst();
    if (!saved.isEmpty()) {
      CheckpointManifest manifest = checkpoints.read(CheckpointId.parse(saved.get(0).name()));
      checkpoints.restore(
          manifest,
          prepared(),
          settings.transfers(),
          (file, bytes, there) -> Failpoints.hit("handover.preparing"));
    }
  }

  @Override
  public synchronized void dropPrepared() {
    if (Files.exists(prepared())) {
      Directories.delete(prepared());
    }
  }

  private Path prepared() {
    return directory.resolveSibling(directory.getFileName() + "-prepared");
  }

  @Override
  public synchronized PartitionStore create() {
    parent = null;
    return stores.create(newDirectory().resolve("work"));
  }

  /** A folder of its own for each opening; those before are not used any more. */
  private Path newDirectory() {
    if (Files.exists(directory)) {
      Directories.delete(directory);
    }
    return directory.resolve(Long.toString(opened++));
  }

  @Override
  public synchronized SavedCheckpoint save(PinnedState pinned, Facts facts) {
    CheckpointInfo info =
        new CheckpointInfo(
            facts.offset(),
            facts.watermarkMs(),
            settings.schema(),
            "",
            parent,
            facts.createdAtMs(),
            Map.of(
                SavedCheckpoint.SINCE, Long.toString(facts.since()),
                SavedCheckpoint.DECISIONS, String.join(",", facts.decisions())));
    CheckpointId id = new CheckpointId(facts.epoch(), sequence++);
    Failpoints.hit("upload.before");
    CheckpointManifest manifest =
        checkpoints.upload(pinned, id, info, settings.transfers(), new UploadPoints());
    Failpoints.hit("manifest.after");
    parent = id;
    SavedCheckpoint saved = SavedCheckpoint.of(manifest);
    known.put(id, saved);
    return saved;
  }

  @Override
  public synchronized List<SavedCheckpoint> prune(SavedCheckpoint pointedTo) {
    Set<CheckpointId> pointed = Set.of(CheckpointId.parse(pointedTo.name()));
    checkpoints.prune(settings.retain(), pointed, new PrunePoints());
    return newestFirst();
  }

  /** Where an upload can be made to fail. */
  private static final class UploadPoints implements TransferListener {

    @Override
    public void done(String file, long sizeBytes, boolean alreadyThere) {
      Failpoints.hit("upload.middle");
    }

    @Override
    public void allDone() {
      Failpoints.hit("manifest.before");
    }
  }

  /** Where a prune can be made to fail. */
  private static final class PrunePoints implements PruneListener {

    @Override
    public void expired(CheckpointId id) {
      Failpoints.hit("prune.expired");
    }

    @Override
    public void deleted(String file) {
      Failpoints.hit("prune.deleted");
    }
  }
}
