package dev.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Random operations on a store and on a model, compared all the way. Snapshots are open for a
 * random while; what was pinned must restore to the model of the moment the snapshot began (C1),
 * and now and then the run goes on from there, as after a crash.
 */
final class RandomStoreRun {
  private static final int OPERATIONS = 1_500;

  private final SplittableRandom random;
  private final PartitionStoreFactory factory;
  private final Path directory;
  private int directories;
  private StoreTables tables;
  private StoreModel model = new StoreModel();
  private @Nullable StateSnapshot snapshot;
  private StoreModel atBegin = model;

  RandomStoreRun(long seed, PartitionStoreFactory factory, Path directory) {
    this.random = new SplittableRandom(seed);
    this.factory = factory;
    this.directory = directory;
    this.tables = new StoreTables(factory.create(newDirectory()));
  }

  void run() {
    for (int i = 0; i < OPERATIONS; i++) {
      if (random.nextInt(60) == 0) {
        snapshotOperation();
      }
      switch (random.nextInt(20)) {
        case 0, 1 -> tables.store.relieve();
        case 2 -> deleteWindow();
        case 3, 4, 5, 6 -> timerOperation();
        case 7, 8, 9, 10, 11 -> keyOperation();
        default -> windowOperation();
      }
      if (snapshot != null && random.nextInt(4) == 0) {
        snapshot.step(1 + random.nextInt(8));
      }
      assertThat(tables.store.entryCount()).isEqualTo(model.entryCount());
    }
    tables.assertWindows(model);
    tables.assertEqualsAndConsume(model);
    tables.store.close();
  }

  private void windowOperation() {
    WindowKey at = randomWindow();
    byte[] key = randomKey();
    NavigableMap<byte[], Long> expected = model.window(at);
    WindowTable.Window<Total> window = tables.windows.open(at.endMs(), at.startMs());
    switch (random.nextInt(8)) {
      case 0 -> {
        window.remove(key);
        expected.remove(key);
      }
      case 1 -> assertThat(count(window.get(key))).isEqualTo(expected.get(key));
      case 2, 3 -> mutate(window.forUpdate(key), key, expected);
      case 4 -> walkWindow(window, key, expected);
      case 5 -> walkInPortions(window, expected);
      default -> {
        long value = random.nextLong();
        window.put(key, new Total(value));
        expected.put(key, value);
      }
    }
    assertThat(window.size()).isEqualTo(expected.size());
    assertThat(tables.windows.find(at.endMs(), at.startMs()) == null).isEqualTo(expected.isEmpty());
  }

  private void walkWindow(
      WindowTable.Window<Total> window, byte[] from, NavigableMap<byte[], Long> expected) {
    NavigableMap<byte[], Long> tail = expected.tailMap(from, false);
    assertThat(StoreTables.walk(window.ascending(from))).isEqualTo(StoreTables.list(tail));
    try (KeyCursor<Total> cursor = window.ascending(null)) {
      while (cursor.next()) {
        if (random.nextBoolean()) {
          mutate(window.forUpdate(cursor.key()), cursor.key(), expected);
        }
        assertThat(cursor.value().count).isEqualTo(expected.get(cursor.key()));
      }
    }
  }

  /** As a firing does: keys are changed as the walk passes them, and memory is relieved between. */
  private void walkInPortions(
      WindowTable.Window<Total> window, NavigableMap<byte[], Long> expected) {
    int left = random.nextInt(expected.size() + 1);
    byte[] after = null;
    for (byte[] key : List.copyOf(expected.navigableKeySet())) {
      try (KeyCursor<Total> cursor = window.ascending(after)) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key()).isEqualTo(key);
        if (random.nextBoolean()) {
          mutate(window.forUpdate(key), key, expected);
        }
        assertThat(cursor.value().count).isEqualTo(expected.get(key));
      }
      after = key;
      tables.store.relieve();
      if (left-- == 0) {
        return;
      }
    }
  }

  private void keyOperation() {
    byte[] key = randomKey();
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        tables.keys.remove(key);
        model.keys.remove(key);
      }
      case 2 -> mutate(tables.keys.forUpdate(key), key, model.keys);
      case 3 ->
          assertThat(StoreTables.walk(tables.keys.ascending(key)))
              .isEqualTo(StoreTables.list(model.keys.tailMap(key, false)));
      default -> {
        long value = random.nextLong();
        tables.keys.put(key, new Total(value));
        model.keys.put(key, value);
      }
    }
    assertThat(count(tables.keys.get(key))).isEqualTo(model.keys.get(key));
    assertThat(tables.keys.size()).isEqualTo(model.keys.size());
  }

  private void timerOperation() {
    TimerTable.Timer timer =
        new TimerTable.Timer(random.nextLong(-20, 20), random.nextLong(-2, 2), randomKey());
    if (random.nextInt(3) == 0) {
      TimerTable.Timer first = model.timers.isEmpty() ? timer : model.timers.first();
      tables.timers.remove(first.timeMs(), first.tag(), first.key());
      model.timers.remove(first);
    } else if (random.nextInt(3) == 0) {
      tables.timers.remove(timer.timeMs(), timer.tag(), timer.key());
      model.timers.remove(timer);
    } else {
      tables.timers.add(timer.timeMs(), timer.tag(), timer.key());
      model.timers.add(timer);
    }
    TimerTable.Timer first = model.timers.isEmpty() ? null : model.timers.first();
    assertThat(StoreTables.text(tables.timers.first())).isEqualTo(StoreTables.text(first));
    assertThat(tables.timers.size()).isEqualTo(model.timers.size());
  }

  private void deleteWindow() {
    WindowKey at = randomWindow();
    WindowTable.Window<Total> window = tables.windows.ceiling(at.endMs(), at.startMs());
    model.dropEmpty();
    WindowKey expected = model.windows.ceilingKey(at);
    assertThat(window == null ? null : new WindowKey(window.endMs(), window.startMs()))
        .isEqualTo(expected);
    if (window != null) {
      tables.windows.delete(window);
      model.windows.remove(expected);
    }
  }

  private void snapshotOperation() {
    if (snapshot == null) {
      snapshot = tables.store.beginSnapshot(new byte[] {(byte) random.nextInt()});
      atBegin = model.copy();
      return;
    }
    if (random.nextInt(5) == 0) {
      snapshot.abandon();
    } else {
      pin(snapshot);
    }
    snapshot = null;
  }

  private void pin(StateSnapshot open) {
    try (StateSnapshot.PinnedState pinned = open.pin()) {
      StoreTables restored = new StoreTables(factory.restore(newDirectory(), pinned.directory()));
      assertThat(restored.store.restoredMeta()).isEqualTo(pinned.meta());
      restored.assertWindows(atBegin);
      if (random.nextInt(3) == 0) {
        tables.store.close();
        tables = restored;
        model = atBegin.copy();
      } else {
        restored.assertEqualsAndConsume(atBegin);
        restored.store.close();
      }
    }
  }

  private void mutate(@Nullable Total total, byte[] key, Map<byte[], Long> expected) {
    assertThat(count(total)).isEqualTo(expected.get(key));
    if (total != null) {
      total.count = random.nextLong();
      expected.put(key, total.count);
    }
  }

  private static @Nullable Long count(@Nullable Total total) {
    return total == null ? null : (Long) total.count;
  }

  private WindowKey randomWindow() {
    long end = random.nextInt(-3, 4) * 10L;
    return new WindowKey(end, end - 10L * (1 + random.nextInt(2)));
  }

  private byte[] randomKey() {
    byte[] key = new byte[random.nextInt(3)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) random.nextInt(-4, 4);
    }
    return key;
  }

  private Path newDirectory() {
    return directory.resolve("store-" + directories++);
  }
}
