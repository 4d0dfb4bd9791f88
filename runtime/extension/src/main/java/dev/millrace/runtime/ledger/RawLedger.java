package dev.millrace.runtime.ledger;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The ledger of a function as it stands in Redis, readable or not.
 *
 * @param nowMs the moment by Redis' clock
 * @param meta fields of the function's hash; empty if there is none
 * @param live instances whose heartbeat has not run out
 * @param partitions by partition, also those whose keys are not there, with nothing in them
 */
public record RawLedger(
    long nowMs,
    Map<String, String> meta,
    SortedSet<String> live,
    Map<PartitionRef, RawEntry> partitions) {

  public RawLedger {
    meta = Map.copyOf(meta);
    live = Collections.unmodifiableSortedSet(new TreeSet<>(live));
    partitions = Collections.unmodifiableMap(new TreeMap<>(partitions));
  }

  /**
   * A partition's hash and list.
   *
   * @param fields empty if there is no such key
   */
  public record RawEntry(Map<String, String> fields, List<String> decisions) {

    /** Of a partition that Redis knows nothing of. */
    public static final RawEntry ABSENT = new RawEntry(Map.of(), List.of());

    public RawEntry {
      fields = Map.copyOf(fields);
      decisions = List.copyOf(decisions);
    }

    /** Whether Redis has something of the partition. */
    public boolean isPresent() {
      return !fields.isEmpty() || !decisions.isEmpty();
    }
  }

  /** What there is of a partition. */
  public RawEntry of(PartitionRef ref) {
    return partitions.getOrDefault(ref, RawEntry.ABSENT);
  }
}
