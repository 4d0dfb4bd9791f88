package dev.millrace.runtime.ledger;

import java.util.List;
import java.util.SortedSet;

/**
 * All of a function at one moment.
 *
 * @param nowMs the moment by Redis' clock, to judge leases by
 * @param function its entry
 * @param live instances whose heartbeat has not run out
 * @param partitions all there are, in order; those not in Redis are absent entries
 */
public record LedgerView(
    long nowMs, FunctionEntry function, SortedSet<String> live, List<PartitionEntry> partitions) {

  public LedgerView {
    partitions = List.copyOf(partitions);
  }
}
