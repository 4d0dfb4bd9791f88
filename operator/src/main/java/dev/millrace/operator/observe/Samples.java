package dev.millrace.operator.observe;

import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.engine.lag.PartitionLag.StartFrom;
import dev.millrace.operator.crd.StreamFunctionSpec;
import dev.millrace.operator.crd.Times;
import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.operator.scaling.PartitionSample.EventTime;
import dev.millrace.operator.scaling.PartitionSample.Load;
import dev.millrace.operator.scaling.PartitionSample.Standing;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was observed, as the autoscaler reads it. Pure. */
public final class Samples {
  /** What a function waits that does not say otherwise; the default of the annotation. */
  private static final String IDLE_TIMEOUT = "30s";

  private final StreamFunctionSpec spec;
  private final Observation seen;

  private Samples(StreamFunctionSpec spec, Observation seen) {
    this.spec = spec;
    this.seen = seen;
  }

  /** The partitions of a function. Without a ledger, those of its input: it has not begun. */
  public static List<PartitionSample> of(StreamFunctionSpec spec, Observation seen) {
    return new Samples(spec, seen).all();
  }

  private List<PartitionSample> all() {
    List<PartitionSample> all = new ArrayList<>();
    LedgerView ledger = seen.ledger();
    if (ledger != null) {
      ledger.partitions().forEach(entry -> all.add(sample(entry, ledger)));
    } else if (seen.input() != null) {
      for (int n = 0; n < seen.input().partitions(); n++) {
        all.add(sample(PartitionEntry.absent(PartitionRef.windows(n)), null));
      }
    }
    return all;
  }

  private PartitionSample sample(PartitionEntry entry, @Nullable LedgerView ledger) {
    boolean rekeyed = ledger != null && ledger.function().rekeyPartitions() > 0;
    boolean isInternal = rekeyed && entry.ref().stage() == Stage.WINDOWS;
    TopicLog log = isInternal ? seen.rekey() : seen.input();
    LogBounds bounds = log == null ? null : log.bounds().get(entry.partition());
    StartFrom from =
        !isInternal && spec.source().startFrom().equals("latest")
            ? StartFrom.LATEST
            : StartFrom.EARLIEST;
    PartitionLag lag =
        bounds == null
            ? PartitionLag.unknown()
            : PartitionLag.of(bounds, entry.committed(), from, true);
    return new PartitionSample(
        entry.ref().toString(),
        bounds,
        lag,
        entry.committed(),
        time(entry, ledger),
        new Load(entry.rate(), entry.busy()),
        ledger == null ? null : entry.ownership().liveOwner(ledger.nowMs()),
        standing(entry));
  }

  private EventTime time(PartitionEntry entry, @Nullable LedgerView ledger) {
    long due =
        ledger == null
            ? PartitionSample.NEVER
            : new DueTimes(ledger, seen.atMs(), idleTimeoutMs()).of(entry);
    return new EventTime(entry.watermarkMs(), entry.nextTimerMs(), due);
  }

  private long idleTimeoutMs() {
    String own = spec.time() == null ? null : spec.time().idleTimeout();
    return Times.parse(own == null ? IDLE_TIMEOUT : own).toMillis();
  }

  private static Standing standing(PartitionEntry entry) {
    return switch (entry.state()) {
      case "opening", "replaying" -> Standing.RESTORING;
      case "refused" -> Standing.REFUSED;
      default ->
          entry.ref().stage() == Stage.WINDOWS
                  && entry.committed() > Math.max(0, entry.checkpointOffset())
              ? Standing.OPEN
              : Standing.SETTLED;
    };
  }
}
