package dev.millrace.operator.observe;

import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.engine.lag.PartitionLag.StartFrom;
import dev.millrace.operator.crd.AcceptedLoss;
import dev.millrace.operator.crd.StreamFunctionSpec;
import dev.millrace.operator.crd.Times;
import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.operator.scaling.PartitionSample.EventTime;
import dev.millrace.operator.scaling.PartitionSample.Load;
import dev.millrace.operator.scaling.PartitionSample.Standing;
import dev.millrace.runtime.ledger.Idle;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Source;
import dev.millrace.runtime.ledger.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What was observed, as the autoscaler reads it. Pure. */
public final class Samples {
  private static final Idle UNLESS_SAID = new Idle(true, 30_000);

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
    Sources sources = sources(ledger);
    for (PartitionEntry entry : entries(ledger, sources)) {
      all.add(sample(entry, ledger, sources));
    }
    return all;
  }

  /** Those of the ledger, with what the topics have got since: it joins when a pod starts (R5). */
  private Sources sources(@Nullable LedgerView ledger) {
    List<Sources.Topic> topics = new ArrayList<>();
    for (String name : spec.source().inputs()) {
      TopicLog log = seen.inputs().get(name);
      if (log != null) {
        topics.add(new Sources.Topic(name, log.id(), log.partitions()));
      }
    }
    return ledger == null ? Sources.of(topics) : ledger.function().sources().and(topics);
  }

  private List<PartitionEntry> entries(@Nullable LedgerView ledger, Sources sources) {
    boolean isRekeyed = ledger != null && ledger.function().rekeyPartitions() > 0;
    boolean grows =
        ledger == null || isRekeyed || spec.accept().contains(AcceptedLoss.PARTITIONS_ADDED);
    List<PartitionEntry> entries =
        new ArrayList<>(ledger == null ? List.of() : ledger.partitions());
    int known = ledger == null ? 0 : ledger.function().sources().count();
    for (int n = known; grows && n < sources.count(); n++) {
      entries.add(
          PartitionEntry.absent(isRekeyed ? PartitionRef.source(n) : PartitionRef.windows(n)));
    }
    return entries;
  }

  private PartitionSample sample(
      PartitionEntry entry, @Nullable LedgerView ledger, Sources sources) {
    Log log = log(entry, ledger, sources);
    StartFrom from =
        !log.isInternal() && spec.source().startFrom().equals("latest")
            ? StartFrom.LATEST
            : StartFrom.EARLIEST;
    PartitionLag lag =
        log.bounds() == null
            ? PartitionLag.unknown()
            : PartitionLag.of(log.bounds(), entry.committed(), from, true);
    return new PartitionSample(
        entry.ref().toString(),
        log.bounds(),
        lag,
        entry.committed(),
        time(entry, ledger),
        new Load(entry.rate(), entry.busy()),
        ledger == null ? null : entry.ownership().liveOwner(ledger.nowMs()),
        standing(entry));
  }

  /** The log that a partition reads. */
  private record Log(@Nullable LogBounds bounds, boolean isInternal) {}

  private Log log(PartitionEntry entry, @Nullable LedgerView ledger, Sources sources) {
    int n = entry.partition();
    boolean isRekeyed = ledger != null && ledger.function().rekeyPartitions() > 0;
    if (isRekeyed && entry.ref().stage() == Stage.WINDOWS) {
      return new Log(bounds(seen.rekey(), n), true);
    }
    Source source = sources.all().get(n);
    if (source.standing() != Sources.Standing.READ) {
      // What was not read of a topic that was removed is not read any more (R5): nothing waits.
      long at = Math.max(0, entry.committed());
      return new Log(new LogBounds(at, at, at), false);
    }
    return new Log(bounds(seen.inputs().get(source.topic()), source.partition()), false);
  }

  private static @Nullable LogBounds bounds(@Nullable TopicLog log, int partition) {
    return log == null ? null : log.bounds().get(partition);
  }

  private EventTime time(PartitionEntry entry, @Nullable LedgerView ledger) {
    long due =
        ledger == null
            ? PartitionSample.NEVER
            : new DueTimes(ledger, seen.ledgerAtMs(), idle(ledger)).of(entry);
    return new EventTime(entry.watermarkMs(), entry.nextTimerMs(), due);
  }

  /**
   * What silence does: by the spec, which a pod that starts will go by, else as pods have said,
   * else the defaults of the annotation.
   */
  private Idle idle(LedgerView ledger) {
    Idle said = Objects.requireNonNullElse(ledger.function().idle(), UNLESS_SAID);
    String own = spec.time() == null ? null : spec.time().idleTimeout();
    return own == null ? said : new Idle(said.isPaced(), Times.parse(own).toMillis());
  }

  private static Standing standing(PartitionEntry entry) {
    return switch (entry.state()) {
      case "opening", "replaying" -> Standing.RESTORING;
      case "refused" -> Standing.REFUSED;
      default ->
          entry.ref().stage() == Stage.WINDOWS
                  && entry.committed() > Math.max(0, entry.checkpointOffset())
                  && !entry.keepsNothing()
              ? Standing.OPEN
              : Standing.SETTLED;
    };
  }
}
