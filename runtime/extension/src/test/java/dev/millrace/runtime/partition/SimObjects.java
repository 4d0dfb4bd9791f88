package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.partition.SimWorld.Sabotage;
import dev.millrace.state.objectstore.ObjectNotFoundException;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.PreconditionFailedException;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The object store in memory. Looks at every write: a manifest's files are there and stay, and it
 * is not ahead of what Kafka committed (C2, C4, X5).
 */
final class SimObjects {
  private static final Pattern MANIFEST =
      Pattern.compile("(.*/(\\d+)/)manifest/(\\d+)-[^/]+\\.json");
  private static final Pattern OBJECT = Pattern.compile("\"object\" : \"([^\"]+)\"");
  private static final Pattern OFFSET = Pattern.compile("\"nextOffset\" : (\\d+)");

  private record Stored(byte[] content, long writtenMs) {}

  private final SimWorld world;
  private final SimBroker broker;
  private final Map<String, Stored> objects = new TreeMap<>();
  private final Map<String, List<String>> files = new HashMap<>();
  private final Set<String> late = new HashSet<>();
  private boolean away;

  SimObjects(SimWorld world, SimBroker broker) {
    this.world = world;
    this.broker = broker;
  }

  void away(boolean isAway) {
    away = isAway;
  }

  boolean isAway() {
    return away;
  }

  /** As a pod reaches it. */
  ObjectStore client(SimPod pod) {
    return new Client(pod);
  }

  /**
   * The newest checkpoint of a partition loses a byte, if there is one to fall back to: not one
   * that a former owner wrote so late that the re-key topic begins behind it.
   */
  boolean damage(int partition) {
    long logStart = broker.start(PartitionRef.windows(partition));
    List<String> manifests =
        objects.keySet().stream()
            .filter(key -> partitionOf(key) == partition && nextOffset(key) >= logStart)
            .sorted(Comparator.comparing(this::nextOffset))
            .toList();
    if (manifests.size() < 2) {
      return false;
    }
    String file = files(manifests.get(manifests.size() - 1)).get(0);
    Stored stored = objects.get(file);
    if (stored == null) {
      return false;
    }
    byte[] content = stored.content().clone();
    content[content.length / 2] ^= 1;
    objects.put(file, new Stored(content, stored.writtenMs()));
    world.note("damaged %s", file);
    return true;
  }

  /**
   * Offset of the oldest checkpoint of a partition that is kept; -1 if there is none. One that a
   * former owner wrote later than its successor's first does not count: nobody begins there.
   */
  long oldest(int partition) {
    return objects.keySet().stream()
        .filter(key -> partitionOf(key) == partition && !late.contains(key))
        .mapToLong(this::nextOffset)
        .min()
        .orElse(-1);
  }

  private static int partitionOf(String key) {
    Matcher manifest = MANIFEST.matcher(key);
    return manifest.matches() ? Integer.parseInt(manifest.group(2)) : -1;
  }

  private static long epochOf(String key) {
    Matcher manifest = MANIFEST.matcher(key);
    return manifest.matches() ? Long.parseLong(manifest.group(3)) : -1;
  }

  private String text(String manifest) {
    Stored stored = objects.get(manifest);
    return stored == null ? "" : new String(stored.content(), UTF_8);
  }

  private long nextOffset(String manifest) {
    Matcher offset = OFFSET.matcher(text(manifest));
    return offset.find() ? Long.parseLong(offset.group(1)) : -1;
  }

  /** Keys of the files that a manifest names; manifests never change (C2). */
  private List<String> files(String manifest) {
    return files.computeIfAbsent(manifest, this::parsedFiles);
  }

  private List<String> parsedFiles(String manifest) {
    Matcher place = MANIFEST.matcher(manifest);
    List<String> keys = new ArrayList<>();
    if (place.matches()) {
      Matcher object = OBJECT.matcher(text(manifest));
      while (object.find()) {
        keys.add(place.group(1) + "sst/" + object.group(1));
      }
    }
    return keys;
  }

  private void written(String key) {
    int partition = partitionOf(key);
    if (partition < 0) {
      return;
    }
    world.note("manifest %s at %d", key, nextOffset(key));
    boolean isSucceeded =
        objects.keySet().stream()
            .anyMatch(other -> partitionOf(other) == partition && epochOf(other) > epochOf(key));
    if (isSucceeded) {
      late.add(key);
    }
    if (nextOffset(key) > broker.committed(PartitionRef.windows(partition))) {
      throw world.broken("%s at %d is ahead of K", key, nextOffset(key));
    }
    List<String> files = files(key);
    if (files.isEmpty() || !objects.keySet().containsAll(files)) {
      throw world.broken("%s names files that are not there: %s", key, files);
    }
  }

  private void deleted(String key) {
    for (String manifest : objects.keySet()) {
      if (partitionOf(manifest) >= 0 && files(manifest).contains(key)) {
        throw world.broken("%s is deleted, but %s needs it", key, manifest);
      }
    }
  }

  private final class Client implements ObjectStore {
    private final SimPod pod;

    Client(SimPod pod) {
      this.pod = pod;
    }

    private void before(String call) {
      pod.call(call);
      if (away || world.mishap(0.01)) {
        throw new TransientObjectStoreException("simulated: " + call, new IOException());
      }
    }

    private void after(String call) {
      pod.call(call + " answered");
      if (world.mishap(0.01)) {
        throw new TransientObjectStoreException("simulated: " + call + " lost", new IOException());
      }
    }

    @Override
    public void put(String key, byte[] content) {
      before("put");
      objects.put(key, new Stored(content.clone(), world.nowMs()));
      written(key);
      after("put");
    }

    @Override
    public void putIfAbsent(String key, byte[] content) {
      before("putIfAbsent");
      Stored present = objects.get(key);
      if (present != null && !Arrays.equals(present.content(), content)) {
        throw new PreconditionFailedException("simulated: " + key, new IOException());
      }
      if (present == null) {
        objects.put(key, new Stored(content.clone(), world.nowMs()));
        written(key);
      }
      after("putIfAbsent");
    }

    @Override
    public void putFile(String key, Path file) {
      try {
        put(key, Files.readAllBytes(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public byte[] get(String key) {
      before("get");
      Stored stored = objects.get(key);
      if (stored == null) {
        throw new ObjectNotFoundException("simulated: " + key, new IOException());
      }
      return stored.content().clone();
    }

    @Override
    public void getFile(String key, Path file, MessageDigest digest) {
      byte[] content = get(key);
      digest.reset();
      digest.update(content);
      try {
        Files.write(file, content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public @Nullable ObjectInfo find(String key) {
      before("find");
      Stored stored = objects.get(key);
      return stored == null
          ? null
          : new ObjectInfo(key, stored.content().length, stored.writtenMs());
    }

    @Override
    public List<ObjectInfo> list(String prefix) {
      before("list");
      List<ObjectInfo> found = new ArrayList<>();
      objects.forEach(
          (key, stored) -> {
            if (key.startsWith(prefix)) {
              found.add(new ObjectInfo(key, stored.content().length, stored.writtenMs()));
            }
          });
      if (world.is(Sabotage.MANIFEST_HIDDEN) && found.size() > 1 && prefix.endsWith("manifest/")) {
        found.remove(0);
      }
      return found;
    }

    @Override
    public void delete(String key) {
      before("delete");
      deleted(key);
      objects.remove(key);
      after("delete");
    }

    @Override
    public int discardUnfinished(String prefix, long beforeMs) {
      return 0;
    }

    @Override
    public String describe() {
      return "simulated";
    }

    @Override
    public void close() {}
  }
}
