package dev.millrace.operator.observe;

import dev.millrace.runtime.ledger.LedgerKeys;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a function's positions and records are.
 *
 * @param keys of its ledger
 * @param redis how to reach that
 * @param kafka properties of clients
 * @param topic its input
 */
public record Target(LedgerKeys keys, RedisAddress redis, Map<String, String> kafka, String topic) {

  public Target {
    kafka = Map.copyOf(kafka);
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
