package dev.millrace.cli.checkpoint;

import dev.millrace.cli.CliException;
import dev.millrace.cli.checkpoint.CheckpointsCommand.Verdict;
import dev.millrace.cli.term.Progress;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointManifest;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.checkpoint.CorruptCheckpointException;
import dev.millrace.state.objectstore.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All checkpoints of a namespace. */
final class CheckpointArchive implements AutoCloseable {
  private static final Pattern PARTITION = Pattern.compile("[^/]+/([^/]+)/([0-9]+)/manifest/.*");

  private final ObjectStore objects;
  private final String namespace;

  /** The store is closed with this. */
  CheckpointArchive(ObjectStore objects, String namespace) {
    this.objects = objects;
    this.namespace = namespace;
  }

  /** Functions that have checkpoints, in order. */
  SortedSet<String> functions() {
    SortedSet<String> names = new TreeSet<>();
    manifests(namespace + "/").forEach(key -> names.add(key.group(1)));
    return names;
  }

  /** Partitions of a function that have checkpoints, in order. */
  SortedSet<Integer> partitions(String function) {
    SortedSet<Integer> numbers = new TreeSet<>();
    manifests(namespace + "/" + function + "/")
        .forEach(key -> numbers.add(Integer.valueOf(key.group(2))));
    if (numbers.isEmpty()) {
      throw nothing(function);
    }
    return numbers;
  }

  private Stream<Matcher> manifests(String prefix) {
    return objects.list(prefix).stream()
        .map(found -> PARTITION.matcher(found.key()))
        .filter(Matcher::matches);
  }

  private CliException nothing(String function) {
    return new CliException(
        "Expected checkpoints of the function, but there are none: namespace="
            + namespace
            + ", function="
            + function
            + ", store="
            + objects.describe());
  }

  /** The checkpoints of a partition. */
  CheckpointStore store(String function, int partition) {
    return new CheckpointStore(objects, new CheckpointLocation(namespace, function, partition));
  }

  /** All checkpoints of a partition, the newest first. */
  List<FoundCheckpoint> list(String function, int partition) {
    CheckpointStore store = store(function, partition);
    return store.list().stream().map(id -> found(store, function, partition, id)).toList();
  }

  /** The newest checkpoint of a partition. */
  CheckpointId newest(String function, int partition) {
    return store(function, partition).list().stream()
        .findFirst()
        .orElseThrow(
            () ->
                new CliException(
                    "Expected checkpoints of the partition, but there are none: function="
                        + function
                        + ", partition="
                        + partition
                        + ", partitions with checkpoints="
                        + partitions(function)));
  }

  private static FoundCheckpoint found(
      CheckpointStore store, String function, int partition, CheckpointId id) {
    try {
      return new FoundCheckpoint(function, partition, id.toString(), store.read(id));
    } catch (CorruptCheckpointException e) {
      return new FoundCheckpoint(function, partition, id.toString(), null);
    }
  }

  /** Restores a checkpoint into a folder that is thrown away: that reads all and checks all. */
  Verdict verify(FoundCheckpoint found, Progress progress) {
    CheckpointStore store = store(found.function(), found.partition());
    Path folder = temporaryFolder();
    try {
      CheckpointManifest manifest = store.read(CheckpointId.parse(found.id()));
      store.restore(
          manifest, folder, Runnable::run, (file, bytes, alreadyThere) -> progress.add(bytes));
      return new Verdict(found.function(), found.partition(), found.id(), true, "");
    } catch (CorruptCheckpointException e) {
      return new Verdict(
          found.function(), found.partition(), found.id(), false, String.valueOf(e.getMessage()));
    } finally {
      delete(folder);
    }
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("millrace-verify");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    objects.close();
  }
}
