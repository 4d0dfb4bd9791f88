package dev.millrace.bench.state;

import dev.millrace.bench.state.LargeState.Where;
import dev.millrace.services.S3Server;
import dev.millrace.state.Directories;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointInfo;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointManifest;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.checkpoint.StoredFile;
import dev.millrace.state.checkpoint.TransferListener;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStores;
import dev.millrace.state.objectstore.S3Settings;
import dev.millrace.state.rocksdb.RocksMemory;
import dev.millrace.state.rocksdb.RocksSettings;
import dev.millrace.state.rocksdb.RocksStoreFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Checkpoints of much state of which little changes, and a restore of it, by the classes that a pod
 * uses and with its settings; and the same files copied by the same client, as the floor.
 */
@Command(
    name = "run.sh",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Measures checkpoints and restores of one partition with much state.")
public final class StateBench implements Callable<Integer> {
  // Those of a pod: of its transfers, of a snapshot between batches.
  private static final int TRANSFER_THREADS = 8;
  private static final int ENTRIES_PER_STEP = 500;

  private static final String KEY = "bench";
  private static final String SECRET = "bench-secret";

  @Option(names = "--mib", defaultValue = "1024", description = "How much state.")
  private int mib;

  @Option(
      names = "--checkpoints",
      defaultValue = "6",
      description = "How many checkpoints, each after a hundredth has changed, of each kind.")
  private int checkpoints;

  @Option(names = "--rounds", defaultValue = "3", description = "How often it is restored.")
  private int rounds;

  private final ExecutorService transfers = Executors.newFixedThreadPool(TRANSFER_THREADS);
  private CheckpointId id = new CheckpointId(1, 0);

  /** Runs and prints tables. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new StateBench()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    Path folder = Files.createTempDirectory("millrace-bench-state");
    try (var s3 = new S3Server(folder.resolve("s3"), KEY, SECRET);
        RocksMemory memory = RocksMemory.of(128L << 20, 32L << 20)) {
      s3.start();
      s3.createBucket("bench");
      S3Settings usual = S3Settings.ofEndpoint(URI.create(s3.address()), null);
      S3Settings settings =
          new S3Settings(
              usual.endpoint(),
              usual.region(),
              usual.pathStyle(),
              usual.multipartBytes(),
              usual.timeout(),
              new S3Settings.Credentials(KEY, SECRET));
      try (ObjectStore objects = ObjectStores.open(URI.create("s3://bench"), settings)) {
        var stores = new RocksStoreFactory(memory, RocksSettings.ofBudget(128L << 20));
        CheckpointManifest newest = save(objects, stores, folder);
        restore(objects, stores, folder, newest);
      }
    } finally {
      transfers.shutdown();
      Directories.delete(folder);
    }
    return 0;
  }

  private CheckpointManifest save(ObjectStore objects, RocksStoreFactory stores, Path folder) {
    CheckpointStore checkpoints = new CheckpointStore(objects, location());
    try (PartitionStore store = stores.create(folder.resolve("store"))) {
      LargeState state = new LargeState(store, mib);
      state.fill();
      System.out.println(
          """
          | checkpoint of %d MiB | changed | longest pause ms | all steps ms | uploaded MiB | of the state | pin to done s |
          |---|---|---|---|---|---|---|"""
              .formatted(mib));
      CheckpointManifest newest = checkpoint(checkpoints, store, "all");
      int number = 0;
      for (Where where : Where.values()) {
        for (int i = 0; i < this.checkpoints; i++) {
          number++;
          state.change(where, number);
          newest = checkpoint(checkpoints, store, "1 %, " + where);
        }
      }
      return newest;
    }
  }

  private static CheckpointLocation location() {
    return new CheckpointLocation("bench", "state", 0);
  }

  private CheckpointManifest checkpoint(
      CheckpointStore checkpoints, PartitionStore store, String changed) {
    Pauses pauses = new Pauses();
    StateSnapshot snapshot = pauses.of("begin", () -> store.beginSnapshot(new byte[0]));
    while (!pauses.of("step", () -> snapshot.step(ENTRIES_PER_STEP))) {
      // A pod takes records between two steps.
    }
    while (!pauses.of("look", snapshot::isSettled)) {
      LockSupport.parkNanos(1_000_000); // and here
    }
    PinnedState pinned = pauses.of("pin", snapshot::pin);
    LongAdder uploaded = new LongAdder();
    TransferListener listener =
        (file, bytes, alreadyThere) -> uploaded.add(alreadyThere ? 0 : bytes);
    CheckpointInfo info = new CheckpointInfo(0, 0, "bench", "1", null, 0, Map.of());
    long pinnedNs = System.nanoTime();
    try (pinned) {
      CheckpointManifest manifest = checkpoints.upload(pinned, id, info, transfers, listener);
      System.out.printf(
          "| %s | %s | %.1f, %s | %.1f | %.1f | %.1f %% | %.1f |%n",
          id,
          changed,
          pauses.longestNs() / 1e6,
          pauses.longest(),
          pauses.allNs() / 1e6,
          uploaded.sum() / (double) (1 << 20),
          100.0 * uploaded.sum() / size(manifest),
          (System.nanoTime() - pinnedNs) / 1e9);
      id = id.next();
      return manifest;
    }
  }

  private static long size(CheckpointManifest manifest) {
    return manifest.files().stream().mapToLong(StoredFile::sizeBytes).sum();
  }

  private void restore(
      ObjectStore objects, RocksStoreFactory stores, Path folder, CheckpointManifest manifest)
      throws IOException {
    System.out.printf(
        """

        | restore of %d MiB, %d files | copied s, the floor | restored s | of the floor's speed | opened s | state |
        |---|---|---|---|---|---|
        """,
        size(manifest) >> 20, manifest.files().size());
    List<String> keys =
        manifest.files().stream().map(file -> "bench/state/0/sst/" + file.object()).toList();
    for (int round = 1; round <= rounds; round++) {
      double floor = Copy.seconds(objects, keys, folder.resolve("copy-" + round), transfers);
      long startNs = System.nanoTime();
      Path files = folder.resolve("files-" + round);
      new CheckpointStore(objects, location())
          .restore(manifest, files, transfers, TransferListener.NONE);
      double restored = (System.nanoTime() - startNs) / 1e9;
      startNs = System.nanoTime();
      try (PartitionStore store = stores.restore(folder.resolve("restored-" + round), files)) {
        double opened = (System.nanoTime() - startNs) / 1e9;
        System.out.printf(
            "| %d | %.2f | %.2f | %.0f %% | %.2f | %s |%n",
            round,
            floor,
            restored,
            100 * floor / restored,
            opened,
            new LargeState(store, mib).isWhole() ? "right" : "wrong");
      }
      Directories.delete(folder.resolve("copy-" + round));
      Directories.delete(folder.resolve("restored-" + round));
    }
  }
}
