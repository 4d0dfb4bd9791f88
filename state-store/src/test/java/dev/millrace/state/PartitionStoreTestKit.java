package dev.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of a partition's store; an implementation gives its factory. */
public interface PartitionStoreTestKit {

  PartitionStoreFactory factory();

  /**
   * Seeds of the random runs; {@code -Dstate.seed=N} replays one, {@code -Dstate.seeds=N} has N.
   */
  static LongStream seeds() {
    Long replay = Long.getLong("state.seed");
    return replay != null
        ? LongStream.of(replay)
        : LongStream.range(0, Integer.getInteger("state.seeds", 8));
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest(name = "-Dstate.seed={0}")
  @MethodSource("seeds")
  default void shouldEqualModelWhenOperationsAreRandom(long seed, @TempDir Path directory) {
    new RandomStoreRun(seed, factory(), directory).run();
  }

  @Test // C1
  default void shouldHoldStateOfBeginWhenEverythingChangesBetweenSteps(@TempDir Path directory) {
    StoreTables tables = new StoreTables(factory().create(directory.resolve("a")));
    StoreModel model = new StoreModel();
    WindowTable.Window<Total> window = tables.windows.open(10, 0);
    for (int i = 0; i < 100; i++) {
      window.put(key("k" + i), new Total(i));
      model.window(new WindowKey(10, 0)).put(key("k" + i), (long) i);
      tables.timers.add(i, 0, key("k" + i));
      model.timers.add(new TimerTable.Timer(i, 0, key("k" + i)));
    }
    StateSnapshot snapshot = tables.store.beginSnapshot(key("meta"));
    for (int i = 99; i >= 0; i--) {
      snapshot.step(1);
      change(window, i);
      tables.timers.remove(i, 0, key("k" + i));
    }
    tables.windows.delete(window);
    try (StateSnapshot.PinnedState pinned = snapshot.pin()) {
      PartitionStore restored = factory().restore(directory.resolve("b"), pinned.directory());
      assertThat(restored.restoredMeta()).isEqualTo(key("meta"));
      new StoreTables(restored).assertEqualsAndConsume(model);
      restored.close();
    }
    tables.assertEqualsAndConsume(new StoreModel());
    tables.store.close();
  }

  private static void change(WindowTable.Window<Total> window, int i) {
    if (i % 2 == 0) {
      window.remove(key("k" + i));
    } else {
      Total total = window.forUpdate(key("k" + i));
      assertThat(total).isNotNull();
      total.count = -1;
    }
  }

  @Test // C1
  default void shouldNotResurrectWindowWhenDeletedBeforeCheckpoint(@TempDir Path directory) {
    StoreTables tables = new StoreTables(factory().create(directory.resolve("a")));
    tables.windows.open(10, 0).put(key("k"), new Total(1));
    tables.store.beginSnapshot(new byte[0]).pin().close();
    WindowTable.Window<Total> window = tables.windows.find(10, 0);
    assertThat(window).isNotNull();
    tables.windows.delete(window);
    try (StateSnapshot.PinnedState pinned = tables.store.beginSnapshot(new byte[0]).pin()) {
      StoreTables restored =
          new StoreTables(factory().restore(directory.resolve("b"), pinned.directory()));
      assertThat(restored.windows.open(10, 0).get(key("k"))).isNull();
      restored.assertEqualsAndConsume(new StoreModel());
      restored.store.close();
    }
    tables.store.close();
  }

  @Test // T4
  default void shouldReadOldValuesWhenSchemaIsCompatible(@TempDir Path directory) {
    PartitionStore old = factory().create(directory.resolve("a"));
    old.keyTable("keys", new Total.Codec(Total.Codec.INT)).put(key("k"), new Total(7));
    try (StateSnapshot.PinnedState pinned = old.beginSnapshot(new byte[0]).pin()) {
      PartitionStore restored = factory().restore(directory.resolve("b"), pinned.directory());
      KeyTable<Total> keys = restored.keyTable("keys", Total.Codec.current());
      keys.put(key("l"), new Total(Long.MAX_VALUE));
      restored.beginSnapshot(new byte[0]).pin().close();
      assertThat(StoreTables.walk(keys.ascending(null)))
          .containsExactly("6b=7", "6c=" + Long.MAX_VALUE);
      restored.close();
    }
    old.close();
  }

  @Test // T4
  default void shouldRefuseBeforeFirstReadWhenSchemaIsIncompatible(@TempDir Path directory) {
    PartitionStore old = factory().create(directory.resolve("a"));
    old.keyTable("keys", Total.Codec.current()).put(key("k"), new Total(7));
    try (StateSnapshot.PinnedState pinned = old.beginSnapshot(new byte[0]).pin()) {
      PartitionStore restored = factory().restore(directory.resolve("b"), pinned.directory());
      assertThatThrownBy(() -> restored.keyTable("keys", new Total.Codec(Total.Codec.INT)))
          .hasMessageContaining(Total.Codec.LONG)
          .hasMessageContaining(Total.Codec.INT);
      assertThat(restored.keyTable("keys", Total.Codec.current()).size()).isEqualTo(1);
      restored.close();
    }
    old.close();
  }

  @Test
  default void shouldKeepTablesWhenNobodyAskedForThemSinceRestore(@TempDir Path directory) {
    StoreTables first = new StoreTables(factory().create(directory.resolve("a")));
    first.windows.open(10, 0).put(key("k"), new Total(1));
    first.timers.add(5, 0, key("k"));
    StateSnapshot.PinnedState one = first.store.beginSnapshot(new byte[0]).pin();
    PartitionStore second = factory().restore(directory.resolve("b"), one.directory());
    assertThat(second.entryCount()).isEqualTo(2);
    StateSnapshot.PinnedState two = second.beginSnapshot(new byte[0]).pin();
    StoreTables third = new StoreTables(factory().restore(directory.resolve("c"), two.directory()));
    StoreModel model = new StoreModel();
    model.window(new WindowKey(10, 0)).put(key("k"), 1L);
    model.timers.add(new TimerTable.Timer(5, 0, key("k")));
    third.assertEqualsAndConsume(model);
    first.store.close();
    second.close();
    third.store.close();
    one.close();
    two.close();
  }

  @Test // T3: a slice is walked for each of its windows
  default void shouldSeeNewestValuesWhenAWindowIsWalkedAgain(@TempDir Path directory) {
    StoreTables tables = new StoreTables(factory().create(directory.resolve("a")));
    WindowTable.Window<Total> window = tables.windows.open(10, 0);
    window.put(key("a"), new Total(1));
    window.put(key("b"), new Total(0));
    for (int round = 1; round < 5; round++) {
      assertThat(StoreTables.walk(window.ascending(null))).containsExactly("61=" + round, "62=0");
      tables.store.relieve();
      window.put(key("a"), new Total(round + 1));
      tables.store.relieve();
    }
    tables.store.close();
  }

  @Test
  default void shouldCopyKeyWhenCallerReusesItsBuffer(@TempDir Path directory) {
    StoreTables tables = new StoreTables(factory().create(directory.resolve("a")));
    byte[] buffer = key("a");
    tables.keys.put(buffer, new Total(1));
    tables.timers.add(1, 1, buffer);
    buffer[0] = 'b';
    assertThat(StoreTables.walk(tables.keys.ascending(null))).containsExactly("61=1");
    assertThat(StoreTables.text(tables.timers.first())).isEqualTo("1/1/61");
    tables.store.close();
  }

  @Test
  default void shouldRefuseWindowWhenItDoesNotEndAfterItsStart(@TempDir Path directory) {
    StoreTables tables = new StoreTables(factory().create(directory.resolve("a")));
    assertThatThrownBy(() -> tables.windows.open(5, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("startMs=5");
    tables.windows.open(Long.MAX_VALUE, Long.MIN_VALUE).put(key("k"), new Total(1));
    assertThat(tables.windows.find(Long.MAX_VALUE, Long.MIN_VALUE)).isNotNull();
    tables.store.close();
  }

  @Test
  default void shouldRefuseSecondSnapshotWhenOneIsOpen(@TempDir Path directory) {
    PartitionStore store = factory().create(directory.resolve("a"));
    StateSnapshot open = store.beginSnapshot(new byte[0]);
    assertThatThrownBy(() -> store.beginSnapshot(new byte[0]))
        .isInstanceOf(IllegalStateException.class);
    open.abandon();
    store.beginSnapshot(new byte[0]).abandon();
    store.close();
  }

  @Test // C3
  default void shouldRefuseWhenDirectoryIsNoSnapshot(@TempDir Path directory) {
    assertThatThrownBy(() -> factory().restore(directory.resolve("b"), directory.resolve("none")))
        .isInstanceOf(CorruptStateException.class);
  }

  @Test // T1
  default void shouldCountWhatIsHeldBeside(@TempDir Path directory) {
    PartitionStore store = factory().create(directory.resolve("a"));
    long before = store.memoryBytes();
    store.count(new Beside(1_000));
    assertThat(store.memoryBytes()).isEqualTo(before + 1_000);
    store.close();
  }

  /** Holds so much until it is given up. */
  final class Beside implements Rebuildable {
    private long bytes;

    public Beside(long bytes) {
      this.bytes = bytes;
    }

    @Override
    public long memoryBytes() {
      return bytes;
    }

    @Override
    public void giveUp() {
      bytes = 0;
    }
  }
}
