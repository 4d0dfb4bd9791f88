package dev.millrace.operator.observe;

import dev.millrace.runtime.ledger.LedgerKeys;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a function's positions and records are.
 *
 * @param keys of its ledger
 * @param redis how to reach that
 * @param kafka properties of clients
 * @param topics its inputs, at least one
 * @param takesPartitions whether it was accepted that partitions were added (section 8)
 */
public record Target(
    LedgerKeys keys,
    RedisAddress redis,
    Map<String, String> kafka,
    List<String> topics,
    boolean takesPartitions) {

  public Target {
    kafka = Map.copyOf(kafka);
    topics = List.copyOf(topics);
  }

  /** Name of its internal topic, if it has one. */
  public String rekeyTopic() {
    return keys.namespace() + "." + keys.function() + ".rekey";
  }

  /** A Redis, as its clients are told. */
  public record RedisAddress(String uri, @Nullable String password) {

    /** Without the password. */
    @Override
    public String toString() {
      return uri;
    }
  }
}
