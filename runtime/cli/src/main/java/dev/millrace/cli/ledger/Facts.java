package dev.millrace.cli.ledger;

import dev.millrace.cli.CliException;
import dev.millrace.runtime.ledger.EntryFormat;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.RawLedger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that Redis, the object store and Kafka say of a function; no judgement.
 *
 * @param partitions in order: those that the ledger knows, and those that the topics have
 */
record Facts(
    String function, RawLedger ledger, Topology topology, List<PartitionFacts> partitions) {

  Facts {
    partitions = List.copyOf(partitions);
  }

  /** The function's own entry, or null if there is none or it cannot be read. */
  @Nullable FunctionEntry entry() {
    return readable(ledger);
  }

  static @Nullable FunctionEntry readable(RawLedger ledger) {
    try {
      return EntryFormat.function(ledger.meta());
    } catch (LedgerException e) {
      return null;
    }
  }

  /**
   * Lets only one pass who changes what a stopped function left; scripts check it again when they
   * write.
   *
   * @param what is done meanwhile: "its ledger is rebuilt"
   * @throws CliException if an instance lives
   */
  void requireNobodyLives(String what) {
    Set<String> alive = new TreeSet<>(ledger.live());
    for (PartitionFacts partition : partitions) {
      PartitionEntry entry = partition.entry();
      Optional.ofNullable(entry == null ? null : entry.ownership().liveOwner(ledger.nowMs()))
          .ifPresent(alive::add);
    }
    if (!alive.isEmpty()) {
      throw new CliException(
          "Expected nobody to run the function while "
              + what
              + ", but instances live: function="
              + function
              + ", instances="
              + alive
              + ". Stop them, or wait until their leases have run out.");
    }
  }

  /** Whether anything but Redis knows of the function. */
  boolean isKnownElsewhere() {
    return partitions.stream().anyMatch(p -> p.group() != null || !p.manifests().isEmpty());
  }
}
