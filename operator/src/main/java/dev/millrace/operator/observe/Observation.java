package dev.millrace.operator.observe;

import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Report;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A function as it was last seen: all of it by one look, and what its inputs have got since by
 * listening. Immutable.
 *
 * @param look when its logs were asked for last, be it by listening
 * @param whole number of the look that asked for all of it
 * @param ledger its ledger, or null if it has none yet or that cannot be read
 * @param ledgerAtMs when that was read
 * @param report what a pod says that it cannot do its work for, or null
 * @param inputs its topics by name, those that could be asked for
 * @param rekey its internal topic, or null if it has none or that cannot be asked for
 * @param troubles what is wrong, worst first
 */
public record Observation(
    Look look,
    long whole,
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

  /** As one look saw all of it. */
  public Observation(
      Look look,
      @Nullable LedgerView ledger,
      long ledgerAtMs,
      @Nullable Report report,
      Map<String, TopicLog> inputs,
      @Nullable TopicLog rekey,
      List<Trouble> troubles) {
    this(look, look.number(), ledger, ledgerAtMs, report, inputs, rekey, troubles);
  }

  /** When, by the operator's clock. */
  public long atMs() {
    return look.atMs();
  }

  /** Whether the other one knows something that is newer. */
  public boolean isBefore(Observation other) {
    return look.isBefore(other.look) || whole < other.whole;
  }

  /** The same with what its inputs have got since, or null if that is nothing. */
  @Nullable Observation since(Look later, Map<TopicPartition, Long> lastStable) {
    Map<String, TopicLog> now = new HashMap<>();
    inputs.forEach((topic, log) -> now.put(topic, log.upTo(topic, lastStable)));
    return now.equals(inputs) || later.isBefore(look) ? null : with(later, now);
  }

  /**
   * The newest that two know together. Listening neither hides what a look that began before it has
   * found, however long that takes, nor is undone by it.
   */
  static Observation newest(Observation one, Observation other) {
    if (other.whole < one.whole) {
      return newest(other, one);
    }
    if (!other.look.isBefore(one.look)) {
      return other;
    }
    Map<String, TopicLog> now = new HashMap<>(other.inputs);
    one.inputs.forEach((topic, log) -> now.computeIfPresent(topic, (t, old) -> old.upTo(log)));
    return other.with(one.look, now);
  }

  private Observation with(Look later, Map<String, TopicLog> now) {
    return new Observation(later, whole, ledger, ledgerAtMs, report, now, rekey, troubles);
  }
}
