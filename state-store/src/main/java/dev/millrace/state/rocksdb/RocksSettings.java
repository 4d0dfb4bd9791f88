package dev.millrace.state.rocksdb;

import java.util.function.LongSupplier;

/**
 * Settings of a store.
 *
 * @param memoryBudgetBytes bound of the objects in memory of one store, asked for at each {@code
 *     relieve}, so that it may follow the number of stores in the process; above 0
 * @param timersInMemory how many of the next timers stay in memory when it is short; from 1
 * @param sortedAtOnce how many entries in memory a walk sorts at once, at least; from 1
 */
public record RocksSettings(LongSupplier memoryBudgetBytes, int timersInMemory, int sortedAtOnce) {
  private static final int TIMERS_IN_MEMORY = 4096;
  private static final int SORTED_AT_ONCE = 65_536;

  public RocksSettings {
    if (timersInMemory < 1 || sortedAtOnce < 1) {
      throw new IllegalArgumentException(
          "Expected at least one timer in memory and one entry sorted at once, but got"
              + " timersInMemory="
              + timersInMemory
              + ", sortedAtOnce="
              + sortedAtOnce);
    }
  }

  /** A budget that does not change. */
  public static RocksSettings ofBudget(long bytes) {
    return new RocksSettings(() -> bytes, TIMERS_IN_MEMORY, SORTED_AT_ONCE);
  }

  /** A budget that is asked for each time it is needed. */
  public static RocksSettings ofBudget(LongSupplier bytes) {
    return new RocksSettings(bytes, TIMERS_IN_MEMORY, SORTED_AT_ONCE);
  }
}
