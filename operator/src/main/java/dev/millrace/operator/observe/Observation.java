package dev.millrace.operator.observe;

import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Report;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function as it was last seen. Immutable.
 *
 * @param atMs when, by the operator's clock
 * @param ledger its ledger, or null if it has none yet or that cannot be read
 * @param ledgerAtMs when that was read
 * @param report what a pod says that it cannot do its work for, or null
 * @param inputs its topics by name, those that could be asked for
 * @param rekey its internal topic, or null if it has none or that cannot be asked for
 * @param troubles what is wrong, worst first
 */
public record Observation(
    long atMs,
    @Nullable LedgerView ledger,
    long ledgerAtMs,
    @Nullable Report report,
    Map<String, TopicLog> inputs,
    @Nullable TopicLog rekey,
    List<Trouble> troubles) {

  public Observation {
    inputs = Map.copyOf(inputs);
    troubles = List.copyOf(troubles);
  }
}
