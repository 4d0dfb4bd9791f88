package dev.millrace.state.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.state.KeyCursor;
import dev.millrace.state.LargeValues;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.Total;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.PreconditionFailedException;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import dev.millrace.state.rocksdb.RocksMemory;
import dev.millrace.state.rocksdb.RocksSettings;
import dev.millrace.state.rocksdb.RocksStoreFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of a real store in a real object store. */
abstract class CheckpointStoreTestKit {
  private static final CheckpointLocation LOCATION = new CheckpointLocation("ns", "fn", 3);
  private static final String FILES = "ns/fn/3/sst/";

  @TempDir Path directory = Path.of("");
  private final RocksMemory memory = RocksMemory.of(8 << 20, 2 << 20);
  private final RocksStoreFactory factory =
      new RocksStoreFactory(memory, RocksSettings.ofBudget(1 << 20));
  private final ExecutorService executor = Executors.newFixedThreadPool(3);
  private @Nullable FaultyObjectStore faulty;
  private int directories;

  abstract ObjectStore newStore();

  private FaultyObjectStore objects() {
    FaultyObjectStore present = faulty;
    if (present == null) {
      present = new FaultyObjectStore(newStore());
      faulty = present;
    }
    return present;
  }

  @AfterEach
  void close() {
    executor.shutdown();
    memory.close();
    objects().close();
  }

  private Path newDirectory() {
    return directory.resolve("d" + directories++);
  }

  private PartitionStore newStateOf(int keys) {
    PartitionStore store = factory.create(newDirectory());
    put(store, 0, keys);
    return store;
  }

  private static void put(PartitionStore store, int from, int to) {
    for (int i = from; i < to; i++) {
      store.keyTable("t", Total.Codec.current()).put(("key-" + i).getBytes(UTF_8), new Total(i));
    }
  }

  private static CheckpointInfo info(long nextOffset) {
    return new CheckpointInfo(nextOffset, 0, "fingerprint", "v1", null, 1, Map.of());
  }

  private CheckpointManifest checkpoint(CheckpointStore store, PartitionStore state, String id) {
    try (PinnedState pinned = state.beginSnapshot(new byte[0]).pin()) {
      CheckpointId parsed = CheckpointId.parse(id);
      return store.upload(pinned, parsed, info(parsed.sequence()), executor, TransferListener.NONE);
    }
  }

  private @Nullable CheckpointManifest restoreNewest(List<CheckpointId> refused, Path target) {
    return new CheckpointStore(objects(), LOCATION)
        .restoreNewest(
            target,
            manifest -> true,
            executor,
            TransferListener.NONE,
            e -> refused.add(e.checkpoint()));
  }

  private void assertHolds(Path restored, int keys) {
    PartitionStore store = factory.restore(newDirectory(), restored);
    int seen = 0;
    try (KeyCursor<Total> cursor = store.keyTable("t", Total.Codec.current()).ascending(null)) {
      while (cursor.next()) {
        seen++;
      }
    }
    assertThat(seen).isEqualTo(keys);
    store.close();
  }

  private String keyOf(CheckpointManifest manifest, String suffix) {
    return manifest.files().stream()
        .filter(file -> file.name().endsWith(suffix))
        .map(LOCATION::file)
        .findFirst()
        .orElseThrow();
  }

  private List<String> keys(String prefix) {
    return objects().list(prefix).stream().map(ObjectStore.ObjectInfo::key).toList();
  }

  @Test // C2
  void shouldUploadOnlyNewTableFilesWhenLittleChanged() {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(1_000);
    CheckpointManifest first = checkpoint(store, state, "1-0");
    assertThat(objects().written).last().isEqualTo("ns/fn/3/manifest/1-0.json");
    assertThat(objects().written).hasSize(first.files().size() + 1);
    objects().written.clear();
    put(state, 1_000, 1_001);
    CheckpointManifest second = checkpoint(store, state, "1-1");
    assertThat(objects().written).doesNotContain(keyOf(first, ".sst"));
    assertThat(second.files()).containsAll(tableFiles(first));
    assertThat(objects().written.stream().filter(key -> !key.contains(".")))
        .as("new table files")
        .hasSize(1);
    Path target = newDirectory();
    assertThat(restoreNewest(new ArrayList<>(), target)).isEqualTo(second);
    assertHolds(target, 1_001);
    state.close();
  }

  private static List<StoredFile> tableFiles(CheckpointManifest manifest) {
    return manifest.files().stream().filter(file -> file.name().endsWith(".sst")).toList();
  }

  @Test // C2: going on from a restored checkpoint
  void shouldReuseFilesWhenStateWasRestored() {
    PartitionStore state = newStateOf(1_000);
    CheckpointManifest first = checkpoint(new CheckpointStore(objects(), LOCATION), state, "1-0");
    state.close();
    CheckpointStore successor = new CheckpointStore(objects(), LOCATION);
    Path target = newDirectory();
    successor.restore(first, target, executor, TransferListener.NONE);
    PartitionStore restored = factory.restore(newDirectory(), target);
    put(restored, 1_000, 1_100);
    objects().written.clear();
    checkpoint(successor, restored, "2-0");
    assertThat(objects().written).doesNotContain(keyOf(first, ".sst"));
    restored.close();
    Path again = newDirectory();
    assertThat(restoreNewest(new ArrayList<>(), again)).isNotNull();
    assertHolds(again, 1_100);
  }

  /** Equal files of values may come of two owners: each has its own object, as small files have. */
  @Test // C2
  void shouldShareFilesOfValuesUnderTheIdOfTheCheckpointThatBroughtThem() {
    PartitionStore state = factory.create(newDirectory());
    for (int i = 0; i < 100; i++) {
      state.keyTable("t", new LargeValues()).put(("k" + i).getBytes(UTF_8), LargeValues.value(i));
    }
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    CheckpointManifest first = checkpoint(store, state, "1-0");
    StoredFile values =
        first.files().stream().filter(f -> f.name().endsWith(".blob")).findFirst().orElseThrow();
    assertThat(values.object()).isEqualTo(values.sha256() + ".1-0");
    state.keyTable("t", new LargeValues()).put("k1".getBytes(UTF_8), LargeValues.value(-1));
    assertThat(checkpoint(store, state, "1-1").files()).contains(values);
    state.close();

    Path files = newDirectory();
    CheckpointStore next = new CheckpointStore(objects(), LOCATION);
    next.restoreNewest(files, manifest -> true, executor, TransferListener.NONE, e -> {});
    PartitionStore restored = factory.restore(newDirectory(), files);
    objects().written.clear();
    CheckpointManifest third = checkpoint(next, restored, "2-0");
    assertThat(third.files()).contains(values);
    assertThat(objects().written).doesNotContain(FILES + values.object());
    next.prune(1, Set.of(), PruneListener.NONE);
    assertThat(keys(FILES)).contains(FILES + values.object());
    assertThat(restored.keyTable("t", new LargeValues()).get("k2".getBytes(UTF_8)))
        .isEqualTo(LargeValues.value(2));
    restored.close();
  }

  @Test // C3, A2: only the difference is transferred
  void shouldKeepLocalFilesWhenTheyProveRight() {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(1_000);
    CheckpointManifest first = checkpoint(store, state, "1-0");
    put(state, 1_000, 1_001);
    CheckpointManifest second = checkpoint(store, state, "1-1");
    state.close();
    Path target = newDirectory();
    store.restore(first, target, executor, TransferListener.NONE);
    List<String> transferred = new ArrayList<>();
    store.restore(
        second,
        target,
        executor,
        (file, bytes, alreadyThere) -> {
          synchronized (transferred) {
            if (!alreadyThere) {
              transferred.add(file);
            }
          }
        });
    assertThat(transferred).isNotEmpty().doesNotContain(tableFiles(first).get(0).name());
    assertHolds(target, 1_001);
  }

  @Test // C3
  void shouldFetchAFileAgainWhenItWasChangedSinceItWasProved() throws Exception {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(1_000);
    CheckpointManifest manifest = checkpoint(store, state, "1-0");
    state.close();
    Path target = newDirectory();
    store.restore(manifest, target, executor, TransferListener.NONE);
    Path table = target.resolve(tableFiles(manifest).get(0).name());
    byte[] bytes = Files.readAllBytes(table);
    bytes[0] ^= 1;
    Files.write(table, bytes);
    Files.setLastModifiedTime(table, FileTime.fromMillis(0));
    store.restore(manifest, target, executor, TransferListener.NONE);
    assertHolds(target, 1_000);
  }

  @Test // C3
  void shouldTakeTheOneBeforeWhenNewestIsDamaged() {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(100);
    CheckpointManifest first = checkpoint(store, state, "1-0");
    put(state, 100, 200);
    CheckpointManifest second = checkpoint(store, state, "1-1");
    put(state, 200, 300);
    CheckpointManifest third = checkpoint(store, state, "2-0");
    put(state, 300, 400);
    checkpoint(store, state, "2-1");
    state.close();

    objects().put("ns/fn/3/manifest/2-1.json", "{".getBytes(UTF_8)); // no manifest
    objects().delete(keyOf(third, "CURRENT")); // missing
    byte[] content = objects().get(keyOf(second, "state.directory"));
    content[content.length - 1] ^= 1; // same size, another content
    objects().put(keyOf(second, "state.directory"), content);

    List<CheckpointId> refused = new ArrayList<>();
    Path target = newDirectory();
    assertThat(restoreNewest(refused, target)).isEqualTo(first);
    assertThat(refused).extracting(CheckpointId::toString).containsExactly("2-1", "2-0", "1-1");
    assertHolds(target, 100);

    objects().put(keyOf(first, "state.directory"), new byte[3]); // truncated
    assertThatThrownBy(() -> restoreNewest(refused, newDirectory()))
        .as("all damaged is not the same as none there")
        .isInstanceOf(CorruptCheckpointException.class)
        .hasMessageContaining("sizeBytes=3");
  }

  @Test
  void shouldGiveNullWhenThereIsNoCheckpoint() {
    assertThat(restoreNewest(new ArrayList<>(), newDirectory())).isNull();
  }

  @Test // S03, C2: killed after each object
  void shouldKeepThePreviousWholeWhenUploadEndsAnywhere() {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(100);
    CheckpointManifest first = checkpoint(store, state, "1-0");
    put(state, 100, 200);
    try (PinnedState pinned = state.beginSnapshot(new byte[0]).pin()) {
      CheckpointId id = CheckpointId.parse("1-1");
      int changes = pinned.files().size(); // new files and the manifest, less one
      for (int after = 0; after < changes; after++) {
        objects().failAfter(after == 0 ? 0 : 1); // each attempt gets one object further
        assertThatThrownBy(
                () ->
                    new CheckpointStore(objects(), LOCATION)
                        .upload(pinned, id, info(1), executor, TransferListener.NONE))
            .isInstanceOf(TransientObjectStoreException.class);
        Path target = newDirectory();
        assertThat(restoreNewest(new ArrayList<>(), target)).isEqualTo(first);
        assertHolds(target, 100);
      }
      objects().failAfter(Integer.MAX_VALUE);
      CheckpointManifest second =
          store.upload(pinned, id, info(1), executor, TransferListener.NONE);
      Path target = newDirectory();
      assertThat(restoreNewest(new ArrayList<>(), target)).isEqualTo(second);
      assertHolds(target, 200);
      assertThat(store.upload(pinned, id, info(1), executor, TransferListener.NONE))
          .as("a repetition after a lost answer")
          .isEqualTo(second);
    }
    state.close();
  }

  @Test // C2
  void shouldRefuseWhenCheckpointOfThatIdIsAnothers() {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(1);
    CheckpointManifest first = checkpoint(store, state, "1-0");
    put(state, 1, 2);
    assertThatThrownBy(() -> checkpoint(store, state, "1-0"))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(store.read(first.id())).isEqualTo(first);
    state.close();
  }

  @Test // C4
  void shouldDeleteFilesOnlyWhenNoKeptCheckpointNeedsThem() {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(100);
    for (int i = 0; i < 5; i++) {
      put(state, 0, 100 + i);
      checkpoint(store, state, "1-" + i);
    }
    CheckpointStore.Pruned pruned =
        store.prune(2, Set.of(CheckpointId.parse("1-1")), PruneListener.NONE);
    assertThat(pruned.manifests()).isEqualTo(2);
    assertThat(store.list())
        .extracting(CheckpointId::toString)
        .containsExactly("1-4", "1-3", "1-1");
    for (CheckpointId kept : store.list()) {
      Path target = newDirectory();
      store.restore(store.read(kept), target, executor, TransferListener.NONE);
      assertHolds(target, 100 + (int) kept.sequence());
    }
    assertThat(store.prune(1, Set.of(), PruneListener.NONE).manifests()).isEqualTo(2);
    assertThat(keys(FILES))
        .hasSameElementsAs(
            store.read(CheckpointId.parse("1-4")).files().stream().map(LOCATION::file).toList());
    state.close();
  }

  @Test // C4: orphans
  void shouldSpareUnnamedFilesWhenYoungerThanTwoEpochs() throws Exception {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(10);
    String orphan = FILES + "ab".repeat(32);
    objects().put(orphan, new byte[] {1});
    checkpoint(store, state, "1-0");
    store.prune(3, Set.of(), PruneListener.NONE);
    assertThat(keys(FILES)).as("one epoch only").contains(orphan);

    awaitNextTick(orphan);
    checkpoint(store, state, "2-0");
    awaitNextTick("ns/fn/3/manifest/2-0.json");
    String young = FILES + "cd".repeat(32);
    objects().put(young, new byte[] {1});
    checkpoint(store, state, "3-0");
    store.prune(3, Set.of(), PruneListener.NONE);
    assertThat(keys(FILES)).contains(young).doesNotContain(orphan);
    state.close();
  }

  /** Until the store's clock, which may count in seconds, has moved on from that object's time. */
  private void awaitNextTick(String key) {
    ObjectStore.ObjectInfo info = objects().find(key);
    assertThat(info).isNotNull();
    ObjectStore.ObjectInfo probe;
    do {
      objects().put("ns/fn/3/probe", new byte[] {1});
      probe = objects().find("ns/fn/3/probe");
      assertThat(probe).isNotNull();
    } while (probe.modifiedMs() <= info.modifiedMs());
  }

  @Test // C4
  void shouldDeleteNothingNeededWhenPruneEndsAnywhere() {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(50);
    for (int i = 0; i < 3; i++) {
      put(state, 0, 50 + i);
      checkpoint(store, state, "1-" + i);
    }
    for (int attempt = 0; attempt < 20; attempt++) {
      objects().failAfter(1);
      try {
        store.prune(1, Set.of(), PruneListener.NONE);
      } catch (TransientObjectStoreException e) {
        assertThat(e).hasMessageContaining("away");
      }
      Path target = newDirectory();
      CheckpointManifest newest = restoreNewest(new ArrayList<>(), target);
      assertThat(newest).isNotNull();
      assertHolds(target, 52);
    }
    state.close();
  }

  @Test // X5
  void shouldSkipWhenCheckpointIsNotEligible() {
    CheckpointStore store = new CheckpointStore(objects(), LOCATION);
    PartitionStore state = newStateOf(10);
    CheckpointManifest first = checkpoint(store, state, "1-0");
    checkpoint(store, state, "1-1");
    CheckpointManifest restored =
        store.restoreNewest(
            newDirectory(),
            manifest -> manifest.info().nextOffset() <= 0,
            executor,
            TransferListener.NONE,
            e -> {});
    assertThat(restored).isEqualTo(first);
    state.close();
  }
}
