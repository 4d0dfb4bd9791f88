package dev.millrace.runtime.partition;

import dev.millrace.engine.Decision;
import dev.millrace.runtime.ingest.Inbox;
import dev.millrace.runtime.ledger.FencedException;
import dev.millrace.runtime.ledger.Lease;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens a partition: takes it over, finds its position, restores its state. Blocks. */
interface PartitionOpener {

  /**
   * Opens it.
   *
   * @param rejects records that poisoned the state in earlier attempts (E1)
   * @param events what the runner wants to hear
   * @return null if another pod holds it
   */
  @Nullable Opened open(Set<Decision.Reject> rejects, Events events);

  /**
   * What the runner of a partition wants to hear.
   *
   * @param wake there is something to do
   * @param fenced the lease was lost
   * @param waits whose answer is waited for from now on; empty for none
   */
  record Events(Runnable wake, Consumer<FencedException> fenced, Consumer<String> waits) {}

  /** What was opened; {@code work} reads from {@code inbox}. */
  record Opened(PartitionWork work, Lease lease, Inbox inbox, long from) {}
}
