package dev.millrace.runtime.checkpoint;

import java.util.Optional;

/**
 * How a pod divides its memory (T1, T5). The state's objects are in the heap beside what polls,
 * sends and serves, and the collector needs room to move them, so they get a part of it that it can
 * hold for long. RocksDB's cache and memtables are outside of it, as are code, classes, threads and
 * the clients' buffers:
 *
 * <pre>
 *   limit of the pod
 *   ├── heap (MaxRAMPercentage)  ── state: 2/5 of it, at most 1/3 of the limit
 *   ├── RocksDB: 1/8 of the limit, at most 1/4 of the heap, at least 32 MiB; half of it memtables
 *   └── code, classes, threads, buffers: the rest, some 150 MiB
 * </pre>
 *
 * @param limitBytes what the pod may use; {@link MemoryLimit#NONE} where nothing limits it
 * @param heapBytes what the heap may grow to
 * @param stateBytes of the state's objects over all partitions, from 1
 */
public record MemoryPlan(long limitBytes, long heapBytes, long stateBytes) {
  private static final long LEAST_NATIVE_BYTES = 32L << 20;

  /**
   * The plan of this process.
   *
   * @param stateBytes as configured; otherwise it follows from heap and limit
   */
  public static MemoryPlan ofProcess(Optional<Long> stateBytes) {
    return of(MemoryLimit.bytes(), Runtime.getRuntime().maxMemory(), stateBytes);
  }

  static MemoryPlan of(long limitBytes, long heapBytes, Optional<Long> stateBytes) {
    long derived = Math.min(limitBytes / 3, heapBytes / 5 * 2);
    return new MemoryPlan(limitBytes, heapBytes, stateBytes.orElse(Math.max(1, derived)));
  }

  /** Bound of RocksDB's blocks and memtables together. */
  public long nativeBytes() {
    return Math.max(LEAST_NATIVE_BYTES, Math.min(limitBytes / 8, heapBytes / 4));
  }

  /** Bound of the memtables, which are within {@link #nativeBytes}. */
  public long memtableBytes() {
    return nativeBytes() / 2;
  }

  /** For the log, in MiB. */
  @Override
  public String toString() {
    return "limit="
        + (limitBytes == MemoryLimit.NONE ? "none" : mebibytes(limitBytes))
        + ", heap="
        + mebibytes(heapBytes)
        + ", state="
        + mebibytes(stateBytes)
        + ", rocksdb="
        + mebibytes(nativeBytes());
  }

  private static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
