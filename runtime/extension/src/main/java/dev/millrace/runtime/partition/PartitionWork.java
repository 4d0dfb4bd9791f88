package dev.millrace.runtime.partition;

import dev.millrace.runtime.lane.Moment;
import dev.millrace.runtime.ledger.CheckpointAsk;

/** What a partition does once it is open. Used by its lane's thread only. */
interface PartitionWork extends AutoCloseable {

  /** Does a bounded piece of work; false if there is nothing to do now. */
  boolean step(Moment now);

  /** Monotonic time of its next step if nothing arrives. */
  long nextDueMs();

  /** How much it does in one step; it may be told which records to take one by one. */
  Pace pace();

  /** Saves what it has as soon as it can; once, however often that is said. */
  void save(CheckpointAsk asked);

  /** Saves what it has while it works on: what is left for {@link #stop} to save is little then. */
  void leave();

  /** Whether what {@link #leave} asks for is done, or cannot be. */
  boolean mayLeave();

  /** Takes no further record; finishes, commits and saves what it has. */
  void stop();

  /** Whether {@link #stop} is done with. */
  boolean isStopped();

  /** Where it stands. */
  PartitionStatus.Position position();

  /** What its engine counts; may be read by any thread. */
  PartitionCounts counts();

  /** Windows of a key; none in stage one. */
  KeyWindows inspect(byte[] key);

  /** Frees everything; what is not committed is dropped. */
  @Override
  void close();
}
