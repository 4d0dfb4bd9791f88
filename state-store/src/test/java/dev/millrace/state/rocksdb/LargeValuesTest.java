package dev.millrace.state.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.state.KeyTable;
import dev.millrace.state.LargeValues;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot.PinnedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that RocksDB keeps apart from keys: what a checkpoint has to upload, and the disk. */
class LargeValuesTest {
  private static final RocksMemory MEMORY = RocksMemory.of(16 << 20, 4 << 20);
  private static final byte[] NO_META = {};

  @AfterAll
  static void close() {
    MEMORY.close();
  }

  private static RocksPartitionStore create(Path directory) {
    return RocksPartitionStore.create(directory, MEMORY, RocksSettings.ofBudget(1 << 20));
  }

  private static KeyTable<byte[]> values(PartitionStore store) {
    return store.keyTable("values", new LargeValues());
  }

  private static byte[] key(int i) {
    return ("key-" + i).getBytes(UTF_8);
  }

  /** Bytes of those files whose names were not seen before, which are seen from then on. */
  private static long newBytes(PinnedState pinned, Set<String> seen) throws IOException {
    long bytes = 0;
    for (String name : pinned.files()) {
      if (seen.add(name)) {
        bytes += Files.size(pinned.directory().resolve(name));
      }
    }
    return bytes;
  }

  /** Some keys everywhere, so that a merge of tables touches all of them. */
  @Test // C1
  void shouldAddLittleWhenTablesAreMerged(@TempDir Path directory) throws IOException {
    int count = 2_000;
    int changed = count / 100;
    try (RocksPartitionStore store = create(directory)) {
      KeyTable<byte[]> values = values(store);
      for (int i = 0; i < count; i++) {
        values.put(key(i), LargeValues.value(i));
        store.relieve();
      }
      Set<String> seen = new HashSet<>();
      long allBytes;
      try (PinnedState pinned = store.beginSnapshot(NO_META).pin()) {
        allBytes = newBytes(pinned, seen);
      }
      for (int round = 1; round <= 16; round++) {
        for (int i = 0; i < changed; i++) {
          int number = i * (count / changed) + round;
          values.put(key(number % count), LargeValues.value(-number - round));
        }
        try (PinnedState pinned = store.beginSnapshot(NO_META).pin()) {
          assertThat(newBytes(pinned, seen)).as("round " + round).isLessThan(allBytes / 20);
        }
      }
    }
  }

  /** Garbage is cleaned by merges, in the background: so it is waited for. */
  @Test // T1
  void shouldBoundTheDiskWhenAllChangesAgainAndAgain(@TempDir Path directory) throws IOException {
    int count = 200;
    long deadlineNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    try (RocksPartitionStore store = create(directory.resolve("a"))) {
      KeyTable<byte[]> values = values(store);
      int round = 0;
      long bytes = Long.MAX_VALUE;
      while (round < 50 || bytes > 8L * count * LargeValues.BYTES) {
        assertThat(System.nanoTime()).as("bytes after all: " + bytes).isLessThan(deadlineNs);
        round++;
        for (int i = 0; i < count; i++) {
          values.put(key(i), LargeValues.value(round * count + i));
        }
        try (PinnedState pinned = store.beginSnapshot(NO_META).pin()) {
          bytes = newBytes(pinned, new HashSet<>());
        }
      }
      try (PinnedState pinned = store.beginSnapshot(NO_META).pin();
          RocksPartitionStore restored =
              RocksPartitionStore.restore(
                  directory.resolve("b"),
                  pinned.directory(),
                  MEMORY,
                  RocksSettings.ofBudget(1 << 20))) {
        for (int i = 0; i < count; i++) {
          assertThat(values(restored).get(key(i))).isEqualTo(LargeValues.value(round * count + i));
        }
      }
    }
  }
}
