package dev.millrace.runtime.ledger;

import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * All of a function at one moment.
 *
 * @param nowMs the moment by Redis' clock, to judge leases by
 * @param function its entry
 * @param live instances whose heartbeat has not run out
 * @param report what keeps an instance from its work, or null if none says so
 * @param asked the last wish for checkpoints, answered or not; or null
 * @param partitions all there are, in order; those not in Redis are absent entries
 */
public record LedgerView(
    long nowMs,
    FunctionEntry function,
    SortedSet<String> live,
    @Nullable Report report,
    @Nullable CheckpointAsk asked,
    List<PartitionEntry> partitions) {

  public LedgerView {
    partitions = List.copyOf(partitions);
  }

  /** A view in which no instance has anything to report, and nobody wants anything. */
  public LedgerView(
      long nowMs, FunctionEntry function, SortedSet<String> live, List<PartitionEntry> partitions) {
    this(nowMs, function, live, null, null, partitions);
  }
}
