package dev.millrace.operator.observe;

import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Report;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A function as it was last seen. Immutable.
 *
 * @param look when its logs were asked for
 * @param ledger its ledger, or null if it has none yet or that cannot be read
 * @param ledgerAtMs when that was read
 * @param report what a pod says that it cannot do its work for, or null
 * @param inputs its topics by name, those that could be asked for
 * @param rekey its internal topic, or null if it has none or that cannot be asked for
 * @param troubles what is wrong, worst first
 */
public record Observation(
    Look look,
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

  /** When, by the operator's clock. */
  public long atMs() {
    return look.atMs();
  }

  /** The same with what its inputs have got since, or null if that is nothing. */
  @Nullable Observation since(Look later, Map<TopicPartition, Long> lastStable) {
    Map<String, TopicLog> now = new HashMap<>();
    inputs.forEach((topic, log) -> now.put(topic, log.upTo(topic, lastStable)));
    return now.equals(inputs) || later.isBefore(look)
        ? null
        : new Observation(later, ledger, ledgerAtMs, report, now, rekey, troubles);
  }

  /** The one whose logs were asked for later. */
  static Observation later(Observation one, Observation other) {
    return other.look.isBefore(one.look) ? one : other;
  }
}
