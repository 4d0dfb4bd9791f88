package dev.millrace.runtime.checkpoint;

import dev.millrace.runtime.config.ConfigurationException;
import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.MillraceConfig;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.state.Directories;
import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.StateStoreException;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStores;
import dev.millrace.state.objectstore.S3Settings;
import dev.millrace.state.rocksdb.RocksMemory;
import dev.millrace.state.rocksdb.RocksSettings;
import dev.millrace.state.rocksdb.RocksStoreFactory;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints in object storage (C6), and the stores of a pod. Local state is a cache of them: the
 * folder is emptied at start, for nothing proves what a dead process left in it (case S06).
 */
public final class ObjectStoreCheckpoints implements Checkpoints, AutoCloseable {
  private static final int TRANSFER_THREADS = 8;
  private static final long MULTIPART_BYTES = 64L << 20;

  /** Without any byte; a store that accepts and never answers is given up after three of them. */
  private static final Duration ATTEMPT = Duration.ofSeconds(20);

  private final ObjectStore objects;
  private final RocksMemory memory;
  private final PartitionStoreFactory stores;
  private final Path directory;
  private final int retain;
  private final ExecutorService transfers;

  private ObjectStoreCheckpoints(
      ObjectStore objects,
      RocksMemory memory,
      PartitionStoreFactory stores,
      Path directory,
      int retain) {
    this.objects = objects;
    this.memory = memory;
    this.stores = stores;
    this.directory = directory;
    this.retain = retain;
    AtomicInteger number = new AtomicInteger();
    this.transfers =
        Executors.newFixedThreadPool(
            TRANSFER_THREADS,
            task -> {
              Thread thread = new Thread(task, "millrace-transfer-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Opens what the configuration says.
   *
   * @throws ConfigurationException if location or folder cannot be used
   */
  public static ObjectStoreCheckpoints open(
      MillraceConfig config, MemoryPlan plan, StateBudget budget) {
    Path directory = emptied(Path.of(config.state().directory()));
    ObjectStore objects = objects(config.checkpoints());
    RocksMemory memory = memory(plan);
    return new ObjectStoreCheckpoints(
        objects,
        memory,
        new RocksStoreFactory(memory, RocksSettings.ofBudget(budget)),
        directory,
        config.checkpoints().retain());
  }

  /** Its library is loaded with the first state; that it cannot be is said now (case N04). */
  private static RocksMemory memory(MemoryPlan plan) {
    try {
      RocksMemory.requireLibrary();
      return RocksMemory.of(plan.nativeBytes(), plan.memtableBytes());
    } catch (StateStoreException e) {
      throw new ConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Path emptied(Path directory) {
    try {
      Files.createDirectories(directory);
      // Not the folder itself: a volume that is mounted there cannot be deleted.
      try (Stream<Path> children = Files.list(directory)) {
        children.forEach(Directories::delete);
      }
      return directory;
    } catch (IOException | RuntimeException e) {
      throw new ConfigurationException(
          "Expected a folder for local state that can be written, but it cannot:"
              + " quarkus.millrace.state.directory="
              + directory
              + ", error="
              + e
              + ".",
          e);
    }
  }

  /** Both or none, which {@link dev.millrace.runtime.config.ConfigCheck} has seen to. */
  private static S3Settings.@Nullable Credentials credentials(MillraceConfig.S3 s3) {
    return s3.accessKeyId()
        .flatMap(id -> s3.secretAccessKey().map(secret -> new S3Settings.Credentials(id, secret)))
        .orElse(null);
  }

  private static ObjectStore objects(MillraceConfig.Checkpoints config) {
    MillraceConfig.S3 s3 = config.s3();
    try {
      URI location = new URI(config.location());
      if ("file".equals(location.getScheme()) && location.getPath() != null) {
        requireWritable(Path.of(location.getPath()));
      }
      return ObjectStores.open(
          location,
          new S3Settings(
              s3.endpoint().map(URI::create).orElse(null),
              s3.region(),
              s3.pathStyle(),
              MULTIPART_BYTES,
              ATTEMPT,
              credentials(s3)));
    } catch (URISyntaxException | IOException | RuntimeException e) {
      throw new ConfigurationException(
          "Expected a location for checkpoints that can be used, but got another:"
              + " quarkus.millrace.checkpoints.location="
              + config.location()
              + ", error="
              + e
              + ".",
          e);
    }
  }

  /** Found at once, not with the first checkpoint that fails. */
  private static void requireWritable(Path folder) throws IOException {
    Files.createDirectories(folder);
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
  }

  @Override
  public PartitionCheckpoints of(FunctionSettings function, PartitionRef ref, String schema) {
    CheckpointLocation location =
        new CheckpointLocation(function.namespace(), function.name(), ref.number());
    return new StoredCheckpoints(
        new CheckpointStore(objects, location),
        stores,
        directory
            .resolve(function.namespace())
            .resolve(function.name())
            .resolve(Integer.toString(ref.number())),
        new StoredCheckpoints.Settings(schema, retain, transfers));
  }

  /** Bytes of native memory in use. */
  public long nativeBytes() {
    return memory.usedBytes();
  }

  /** After the last store was closed. */
  @Override
  public void close() {
    transfers.shutdownNow();
    objects.close();
    memory.close();
  }
}
