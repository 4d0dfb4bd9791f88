package dev.millrace.runtime.metrics;

import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Counts what goes wrong with the ledger of one function. All kinds are there from the beginning,
 * so that a first error shows as an increase. Thread-safe.
 */
public final class LedgerMeters implements LedgerListener {
  private static final Logger LOG = Logger.getLogger(LedgerMeters.class);

  private final Map<LedgerException.Kind, Counter> errors =
      new EnumMap<>(LedgerException.Kind.class);
  private final Counter regressions;
  private final String function;

  /** Registers the counters, tagged {@code function}. */
  public LedgerMeters(MeterRegistry registry, String function) {
    this.function = function;
    for (LedgerException.Kind kind : LedgerException.Kind.values()) {
      errors.put(
          kind,
          Counter.builder("millrace.ledger.errors")
              .tag("function", function)
              .tag("kind", kind.name().toLowerCase(Locale.ROOT))
              .description("Calls of the ledger that failed")
              .register(registry));
    }
    this.regressions =
        Counter.builder("millrace.ledger.went.back")
            .tag("function", function)
            .description("Times that Redis came back with less than it had acknowledged")
            .register(registry);
  }

  @Override
  public void wentBack(Lease lease, long storedEpoch) {
    regressions.increment();
    LOG.warnf(
        "Expected the ledger to keep what it acknowledged, but it came back with less:"
            + " function=%s, partition=%s, epoch=%d, storedEpoch=%d. It is written anew.",
        function, lease.partition(), lease.epoch(), storedEpoch);
  }

  @Override
  public void failed(LedgerException error) {
    Counter counter = errors.get(error.kind());
    if (counter != null) {
      counter.increment();
    }
  }
}
