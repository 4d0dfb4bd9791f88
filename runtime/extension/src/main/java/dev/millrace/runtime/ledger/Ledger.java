package dev.millrace.runtime.ledger;

import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of one function. Calls block and may be made from any thread but an event loop's.
 *
 * <p>Every write names the epoch it was made under and is refused with {@link FencedException} when
 * that is no longer the newest (rule L1). It only moves forward: a write that is older than what is
 * there changes nothing (rule L3). All calls may throw {@link LedgerUnavailableException}, and may
 * then be repeated.
 */
public interface Ledger extends AutoCloseable {

  /**
   * Takes a partition over if it is free, its lease ran out, it is reserved for {@code owner}, or
   * was {@code owner}'s before (an instance that was restarted under its name need not wait).
   *
   * @param epochFloor newest epoch known from elsewhere, such as the newest manifest's; the epoch
   *     granted is greater. So it keeps growing when Redis came back empty (rule L3). 0 for none
   */
  Claim claim(PartitionRef partition, String owner, Duration lease, long epochFloor);

  /** Takes a partition over, knowing of no epoch from elsewhere. */
  default Claim claim(PartitionRef partition, String owner, Duration lease) {
    return claim(partition, owner, lease, 0);
  }

  /**
   * Prolongs a lease.
   *
   * @return the instance that has prepared to take the partition over (rule A2), or null
   */
  @Nullable String renew(Lease lease, Duration length);

  /** Records a committed transaction; without a position, only what the partition is doing. */
  void progress(Lease lease, Progress progress);

  /**
   * Points to a checkpoint that is complete in object storage, and drops the decisions before it.
   *
   * @param manifest its name
   * @param checkpointOffset next offset to read after restoring it
   * @param answeredMs {@link CheckpointAsk#atMs} of the newest wish that was known when it began
   *     (C5), or {@link Stillness#UNKNOWN}; what an older one has answered stays
   */
  void checkpointed(Lease lease, String manifest, long checkpointOffset, long answeredMs);

  /** Points to a checkpoint that answers nobody. */
  default void checkpointed(Lease lease, String manifest, long checkpointOffset) {
    checkpointed(lease, manifest, checkpointOffset, Stillness.UNKNOWN);
  }

  /** Gives a partition up. If another instance has prepared, it stays reserved for that one. */
  void release(Lease lease);

  /**
   * Says that an instance is ready to take over a partition that another one holds (rule A2), and
   * keeps it reserved. To be repeated until the partition was handed over.
   *
   * @param seenEpoch the epoch under which it is held; if it has moved on nothing is reserved
   * @return whether it is reserved for {@code nextOwner} now
   */
  boolean reserve(PartitionRef partition, String nextOwner, long seenEpoch, Duration length);

  /** A partition's entry; an absent one if there is none. */
  PartitionEntry read(PartitionRef partition);

  /** The entries of all partitions, in order; none if the function has no entry yet. */
  List<PartitionEntry> readAll();

  /** All of the function at one moment, or null if it has no entry yet. */
  @Nullable LedgerView view();

  /** The function's entry, or null if there is none. */
  @Nullable FunctionEntry meta();

  /**
   * Writes the function's first entry if there is none.
   *
   * @return what is in the ledger now: to be compared with what was expected
   */
  FunctionEntry initMeta(FunctionEntry entry);

  /**
   * Changes all of the function's entry but the assignment, if it is still at {@code
   * entry.revision()}.
   *
   * @return what is in the ledger now; its revision is one greater if the change took place
   */
  FunctionEntry replaceMeta(FunctionEntry entry);

  /**
   * Publishes an assignment (rule A1) if its generation is newer than the one there is.
   *
   * @return whether it was
   */
  boolean publish(Assignment assignment);

  /**
   * Says that an instance lives, for so long.
   *
   * @return all live instances, this one included
   */
  SortedSet<String> heartbeat(String member, Duration length);

  /**
   * Says what keeps an instance from its work, for so long; the last that is said of a function is
   * kept, whether it has an entry or not.
   */
  void report(Report report, Duration length);

  /** Says that an instance has nothing to report any more. */
  void reportNothing(String instance);

  /** What is reported now, or null. */
  @Nullable Report report();

  /**
   * Asks for a checkpoint of each partition now; a second time with the same id changes nothing. A
   * function that has no entry has nothing to save, and hears nothing.
   *
   * @param id of this wish
   */
  void askForCheckpoints(String id);

  /** Takes an instance off the live ones at once, when it stops. */
  void leave(String member);

  @Override
  void close();
}
