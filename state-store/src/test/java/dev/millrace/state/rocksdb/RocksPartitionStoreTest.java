package dev.millrace.state.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.state.PartitionStore;
import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.PartitionStoreTestKit;
import dev.millrace.state.Total;
import dev.millrace.state.WindowTable;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RocksPartitionStoreTest {
  private final RocksMemory memory = RocksMemory.of(8 << 20, 2 << 20);

  @AfterAll
  void close() {
    memory.close();
  }

  @Test // T1
  void shouldGiveUpWhatCanBeRebuiltBeforeEntriesLeaveMemory(@TempDir Path directory) {
    PartitionStore store =
        new RocksStoreFactory(memory, RocksSettings.ofBudget(100_000)).create(directory);
    WindowTable<Total> windows = store.windowTable("windows", Total.Codec.current());
    windows.open(10, 0).put(new byte[] {1}, new Total(1));
    store.relieve(); // which measures the entry
    long entries = store.memoryBytes();
    PartitionStoreTestKit.Beside beside = new PartitionStoreTestKit.Beside(99_000 - entries);
    store.count(beside);
    store.relieve();
    assertThat(store.memoryBytes()).as("within the budget").isEqualTo(99_000);
    assertThat(store.spareBytes()).isEqualTo(1_000);
    store.count(new PartitionStoreTestKit.Beside(2_000));
    assertThat(store.spareBytes()).isZero();
    store.relieve();
    assertThat(store.memoryBytes()).as("entries alone").isEqualTo(entries);
    store.close();
  }

  @Nested
  class WithRoomForAll implements PartitionStoreTestKit {
    @Override
    public PartitionStoreFactory factory() {
      return new RocksStoreFactory(memory, RocksSettings.ofBudget(1 << 20));
    }
  }

  @Nested
  class WithRoomForHalf implements PartitionStoreTestKit {
    @Override
    public PartitionStoreFactory factory() {
      return new RocksStoreFactory(memory, new RocksSettings(() -> 4_000, 3, 4));
    }
  }

  @Nested
  class WithRoomForNothing implements PartitionStoreTestKit {
    @Override
    public PartitionStoreFactory factory() {
      return new RocksStoreFactory(memory, new RocksSettings(() -> 0, 1, 1));
    }
  }

  /** Runs of all keys, which are kept for the next walk, while keys leave and come back. */
  @Nested
  class WithRoomForNothingAndLargeRuns implements PartitionStoreTestKit {
    @Override
    public PartitionStoreFactory factory() {
      return new RocksStoreFactory(memory, new RocksSettings(() -> 0, 1, 1_000));
    }
  }
}
