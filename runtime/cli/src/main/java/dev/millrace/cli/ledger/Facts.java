package dev.millrace.cli.ledger;

import dev.millrace.runtime.ledger.EntryFormat;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.RawLedger;
import java.util.List;
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

  /** Whether anything but Redis knows of the function. */
  boolean isKnownElsewhere() {
    return partitions.stream().anyMatch(p -> p.group() != null || !p.manifests().isEmpty());
  }
}
