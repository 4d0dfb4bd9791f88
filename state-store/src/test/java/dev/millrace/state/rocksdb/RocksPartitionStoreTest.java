package dev.millrace.state.rocksdb;

import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.PartitionStoreTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RocksPartitionStoreTest {
  private final RocksMemory memory = RocksMemory.of(8 << 20, 2 << 20);

  @AfterAll
  void close() {
    memory.close();
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
