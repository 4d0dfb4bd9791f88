package dev.millrace.state;

/**
 * State of one partition. Used by one thread. Values are live objects while they are in memory;
 * whoever wants to change one asks for it with {@code forUpdate}, which marks it dirty and, while a
 * snapshot is being written, encodes the old content first (copy on touch, rule C1).
 */
public interface PartitionStore extends AutoCloseable {

  /**
   * The table of that name, window-major (rule T2). Same name, same codec, for the store's life.
   */
  <V> WindowTable<V> windowTable(String name, ValueCodec<V> codec);

  /** The table of that name, key-major. */
  <V> KeyTable<V> keyTable(String name, ValueCodec<V> codec);

  /** The timers of that name: an ordered set of (time, tag, key). */
  TimerTable timerTable(String name);

  /**
   * Starts a snapshot of the state as it is now. {@code meta} is kept with it: the engine's own few
   * values (position, watermarks). At most one snapshot is open at a time.
   */
  StateSnapshot beginSnapshot(byte[] meta);

  /** The {@code meta} of the snapshot from which this store was restored; empty for a new one. */
  byte[] restoredMeta();

  /** Counts what the store's user holds beside it, from now on, and has it given up first. */
  void count(Rebuildable beside);

  /** Estimated bytes of the values in memory, and of what is counted beside them. */
  long memoryBytes();

  /** Estimated bytes that there is room for until {@link #relieve} has something to do; from 0. */
  long spareBytes();

  /** Number of entries, in memory and below, over all tables. */
  long entryCount();

  /**
   * Gives up what can be rebuilt, then moves entries to disk, until {@link #memoryBytes} is within
   * the budget. Called between records; cheap when nothing is to be done.
   */
  void relieve();

  @Override
  void close();
}
