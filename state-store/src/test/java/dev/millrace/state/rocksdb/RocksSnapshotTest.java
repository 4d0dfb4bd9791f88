package dev.millrace.state.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.millrace.state.CorruptStateException;
import dev.millrace.state.KeyCursor;
import dev.millrace.state.KeyTable;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.ValueCodec;
import dev.millrace.state.WindowKey;
import dev.millrace.state.WindowTable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksSnapshotTest {
  private static final byte[] NO_META = {};
  private static final RocksMemory MEMORY = RocksMemory.of(16 << 20, 4 << 20);

  /** Text; counts what it writes. */
  private static final class CountingCodec implements ValueCodec<String> {
    int writes;

    @Override
    public String schema() {
      return "text";
    }

    @Override
    public void write(String value, DataOutput out) throws IOException {
      writes++;
      out.writeUTF(value);
    }

    @Override
    public String read(DataInput in) throws IOException {
      return in.readUTF();
    }

    @Override
    public ValueCodec<String> readerFor(String writtenSchema) {
      throw new IllegalArgumentException(writtenSchema);
    }
  }

  private final CountingCodec codec = new CountingCodec();

  @AfterAll
  static void close() {
    MEMORY.close();
  }

  private static RocksPartitionStore create(Path directory, long budgetBytes) {
    return RocksPartitionStore.create(directory, MEMORY, RocksSettings.ofBudget(budgetBytes));
  }

  private static RocksPartitionStore restore(Path directory, PinnedState pinned) {
    return RocksPartitionStore.restore(
        directory, pinned.directory(), MEMORY, RocksSettings.ofBudget(1 << 20));
  }

  private static byte[] key(int number) {
    return ("key-" + number).getBytes(UTF_8);
  }

  private static List<String> tableFiles(PinnedState pinned) {
    return pinned.files().stream().filter(name -> name.endsWith(".sst")).toList();
  }

  /** C1: a pod takes records until then, and its pin waits for no disk. */
  @Test
  void shouldSettleByItselfWhenAllIsWritten(@TempDir Path directory) {
    try (RocksPartitionStore store = create(directory.resolve("a"), 1 << 20)) {
      KeyTable<String> table = store.keyTable("t", codec);
      for (int i = 0; i < 5_000; i++) {
        table.put(key(i), "value-" + i);
      }
      StateSnapshot snapshot = store.beginSnapshot(NO_META);
      while (!snapshot.step(500)) {
        table.put(key(0), "later");
      }
      long deadlineNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      while (!snapshot.isSettled()) {
        assertThat(System.nanoTime()).as("deadline").isLessThan(deadlineNs);
        Thread.onSpinWait();
      }
      try (PinnedState pinned = snapshot.pin();
          RocksPartitionStore restored = restore(directory.resolve("b"), pinned)) {
        KeyTable<String> there = restored.keyTable("t", codec);
        assertThat(there.size()).isEqualTo(5_000);
        assertThat(there.get(key(0))).isEqualTo("value-0");
      }
    }
  }

  @Test // C1
  void shouldEncodeOnlyWhatIsAskedForWhenStepping(@TempDir Path directory) {
    RocksPartitionStore store = create(directory, 1 << 20);
    KeyTable<String> table = store.keyTable("t", codec);
    for (int i = 0; i < 1_000; i++) {
      table.put(key(i), "v" + i);
    }
    int before = codec.writes;
    StateSnapshot snapshot = store.beginSnapshot(NO_META);
    assertThat(codec.writes).isEqualTo(before);
    assertThat(snapshot.step(10)).isFalse();
    assertThat(codec.writes).isEqualTo(before + 10);
    table.put(key(999), "changed"); // not yet written: its old value goes first
    assertThat(codec.writes).isEqualTo(before + 11);
    table.put(key(0), "changed"); // written already
    assertThat(codec.writes).isEqualTo(before + 11);
    assertThat(snapshot.step(10_000)).isTrue();
    snapshot.pin().close();
    assertThat(codec.writes).isEqualTo(before + 1_000);
    store.beginSnapshot(NO_META).pin().close();
    assertThat(codec.writes).isEqualTo(before + 1_002);
    store.close();
  }

  @Test // C1: incremental
  void shouldKeepFilesWhenLittleChanges(@TempDir Path directory) {
    RocksPartitionStore store = create(directory, 1 << 20);
    KeyTable<String> table = store.keyTable("t", codec);
    for (int i = 0; i < 5_000; i++) {
      table.put(key(i), "v" + i);
    }
    try (PinnedState first = store.beginSnapshot(NO_META).pin()) {
      table.put(key(7), "changed");
      try (PinnedState second = store.beginSnapshot(NO_META).pin()) {
        List<String> added = new ArrayList<>(tableFiles(second));
        assertThat(added).containsAll(tableFiles(first));
        added.removeAll(tableFiles(first));
        assertThat(added).hasSize(1);
        assertThat(second.directory().resolve(added.get(0)).toFile().length()).isLessThan(2_000);
      }
    }
    store.close();
  }

  @Test // T1
  void shouldNotTouchDiskWhenNothingNeedsIt(@TempDir Path directory) {
    Path work = directory.resolve("work");
    RocksPartitionStore store = create(work, 1 << 20);
    store.keyTable("t", codec).put(key(1), "v");
    store.relieve();
    assertThat(work).isEmptyDirectory();
    store.close();
  }

  @Test // T1
  void shouldStayWithinBudgetWhenStateIsLarger(@TempDir Path directory) {
    RocksPartitionStore store = create(directory, 200_000);
    WindowTable<String> windows = store.windowTable("w", codec);
    for (int i = 0; i < 20_000; i++) {
      windows.open(10L + i % 3 * 10L, 0).put(key(i), "value " + i);
      if (i % 100 == 0) {
        store.relieve();
        assertThat(store.memoryBytes()).isLessThanOrEqualTo(200_000);
      }
    }
    assertThat(store.entryCount()).isEqualTo(20_000);
    for (int i = 0; i < 20_000; i += 37) {
      assertThat(windows.open(10L + i % 3 * 10L, 0).get(key(i))).isEqualTo("value " + i);
    }
    store.close();
  }

  @Test // C1, T1
  void shouldHoldStateOfBeginWhenMemoryRunsOutMeanwhile(@TempDir Path directory) {
    RocksPartitionStore store = create(directory.resolve("a"), 100_000);
    KeyTable<String> table = store.keyTable("t", codec);
    for (int i = 0; i < 500; i++) {
      table.put(key(i), "old");
    }
    StateSnapshot snapshot = store.beginSnapshot(NO_META);
    for (int i = 0; i < 5_000; i++) {
      table.put(key(i), "new");
      store.relieve();
    }
    assertThat(store.memoryBytes()).isLessThan(120_000);
    try (PinnedState pinned = snapshot.pin()) {
      RocksPartitionStore restored = restore(directory.resolve("b"), pinned);
      KeyTable<String> then = restored.keyTable("t", codec);
      assertThat(then.size()).isEqualTo(500);
      assertThat(then.get(key(499))).isEqualTo("old");
      assertThat(then.get(key(500))).isNull();
      restored.close();
    }
    assertThat(table.get(key(4_999))).isEqualTo("new");
    store.close();
  }

  @Test // T2
  void shouldFreeDiskWhenLargeWindowIsDeleted(@TempDir Path directory) throws IOException {
    RocksPartitionStore store = create(directory, 0);
    WindowTable<String> windows = store.windowTable("w", codec);
    for (int round = 0; round < 6; round++) {
      WindowTable.Window<String> window = windows.open(10L * (round + 1), 0);
      for (int i = 0; i < 60_000; i++) {
        window.put(key(i), "a value of some length, not to be compressed away: " + i);
      }
      store.relieve();
      store.beginSnapshot(NO_META).pin().close();
      windows.delete(window);
    }
    try (PinnedState last = store.beginSnapshot(NO_META).pin()) {
      assertThat(store.entryCount()).isZero();
      long bytes = 0;
      for (String name : last.files()) {
        bytes += Files.size(last.directory().resolve(name));
      }
      assertThat(bytes).isLessThan(3_000_000); // one round is about 1 MB
    }
    store.close();
  }

  @Test // C3
  void shouldTellCorruptionWhenTableFileIsDamaged(@TempDir Path directory) throws IOException {
    RocksPartitionStore store = create(directory.resolve("a"), 1 << 20);
    KeyTable<String> table = store.keyTable("t", codec);
    for (int i = 0; i < 1_000; i++) {
      table.put(key(i), "value " + i);
    }
    try (PinnedState pinned = store.beginSnapshot(NO_META).pin()) {
      store.close();
      Path file = pinned.directory().resolve(tableFiles(pinned).get(0));
      byte[] bytes = Files.readAllBytes(file);
      for (int i = 0; i < bytes.length / 2; i++) {
        bytes[i] ^= 0x55;
      }
      Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
      RocksPartitionStore restored = restore(directory.resolve("b"), pinned);
      KeyTable<String> then = restored.keyTable("t", codec);
      assertThatThrownBy(() -> then.get(key(1))).isInstanceOf(CorruptStateException.class);
      restored.close();
    }
  }

  @Test // format of the directory: must not change
  void shouldWriteGoldenBytesWhenDirectoryIsEncoded(@TempDir Path directory) throws IOException {
    BitSet ids = new BitSet();
    ids.set(1);
    StateDirectory written =
        new StateDirectory(
            new byte[] {9},
            Map.of(1, "t"),
            Map.of("windows.w", List.of(new StateDirectory.Part(new WindowKey(20, -1), 5, ids))));
    byte[] golden =
        HexFormat.of()
            .parseHex(
                "4d524431" // mark
                    + "00000001"
                    + "09" // meta
                    + "00000001"
                    + "00000001"
                    + "00000001"
                    + "74" // schemas: 1 is "t"
                    + "00000001"
                    + "0009"
                    + "77696e646f77732e77" // tables: "windows.w"
                    + "00000001"
                    + "0000000000000014"
                    + "ffffffffffffffff" // one part
                    + "0000000000000005"
                    + "00000001"
                    + "00000001"); // five keys, schema 1
    assertThat(written.encode()).isEqualTo(golden);
    Files.write(directory.resolve(StateDirectory.FILE), golden);
    StateDirectory read = StateDirectory.read(directory);
    assertThat(read.meta()).containsExactly(9);
    assertThat(read.schemas()).isEqualTo(written.schemas());
    assertThat(read.tables()).isEqualTo(written.tables());
    for (int length = 0; length < golden.length; length++) {
      Files.write(directory.resolve(StateDirectory.FILE), Arrays.copyOf(golden, length));
      assertThatThrownBy(() -> StateDirectory.read(directory))
          .isInstanceOf(CorruptStateException.class);
    }
  }

  /** S07: what is native or open is given back, however often partitions come and go. */
  @Test // T5
  void shouldLeaveNothingOpenWhenAPartitionMovesManyTimes(@TempDir Path directory) {
    try (RocksMemory memory = RocksMemory.of(16 << 20, 4 << 20)) {
      move(directory, memory, 0, 5);
      long pinnedBytes = memory.cache().getPinnedUsage();
      long files = openFiles();
      move(directory, memory, 5, 100);
      assertThat(memory.cache().getPinnedUsage()).isLessThanOrEqualTo(pinnedBytes);
      assertThat(openFiles()).isLessThan(files + 10);
    }
  }

  /** From folder to folder, with entries of which most are on disk, and a look at all of them. */
  private void move(Path directory, RocksMemory memory, int from, int to) {
    RocksSettings little = RocksSettings.ofBudget(4 << 10);
    for (int i = from; i < to; i++) {
      Path own = directory.resolve("move-" + i);
      RocksPartitionStore store = RocksPartitionStore.create(own.resolve("a"), memory, little);
      WindowTable.Window<String> window = store.windowTable("w", codec).open(10, 0);
      for (int k = 0; k < 500; k++) {
        window.put(key(k), "v" + k);
      }
      try (PinnedState pinned = store.beginSnapshot(NO_META).pin()) {
        RocksPartitionStore next =
            RocksPartitionStore.restore(own.resolve("b"), pinned.directory(), memory, little);
        try (KeyCursor<String> keys = next.windowTable("w", codec).open(10, 0).ascending(null)) {
          assertThat(keys.next()).isTrue();
        }
        next.close();
      }
      store.close();
    }
  }

  private static long openFiles() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }
}
