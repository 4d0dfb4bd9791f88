package dev.millrace.testkit.sim;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.testkit.LateRow;
import dev.millrace.testkit.Outcome;
import dev.millrace.testkit.PaneRow;
import dev.millrace.testkit.Script;
import dev.millrace.testkit.Step;
import dev.millrace.testkit.oracle.Oracle;
import dev.millrace.testkit.oracle.OraclePane;
import dev.millrace.testkit.oracle.OracleRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A function and what happens to it, once for the kit and once for the oracle.
 *
 * @param happenings in order
 */
record Scenario(
    FunctionSpec spec,
    boolean atomic,
    boolean reticent,
    int partitions,
    long assignedAtMs,
    List<Happening> happenings) {

  /** One step of both worlds. */
  sealed interface Happening {
    /** A record; it is read at the clock of the script then. */
    record Arrival(int partition, long timestampMs, NamedRecords.Event event)
        implements Happening {}

    record Clock(long wallMs) implements Happening {}

    record Checkpoint() implements Happening {}

    record Crash() implements Happening {}

    record NewPartition(int partition) implements Happening {}
  }

  Scenario first(int count) {
    return new Scenario(
        spec, atomic, reticent, partitions, assignedAtMs, happenings.subList(0, count));
  }

  FunctionDefinition<?, ?, ?> function() {
    return NamedRecords.define(spec, atomic, reticent);
  }

  boolean rekeyed() {
    return spec.keySource() == KeySource.REKEY;
  }

  Script script() {
    List<Step> steps = new ArrayList<>();
    for (Happening h : happenings) {
      if (h instanceof Happening.Arrival r) {
        NamedRecords.Event event = r.event();
        byte @Nullable [] key =
            event.key() == null || rekeyed() ? null : event.key().getBytes(StandardCharsets.UTF_8);
        steps.add(
            new Step.Arrival(
                r.partition(), Step.Arrival.NEXT_OFFSET, r.timestampMs(), key, event.encode()));
      } else if (h instanceof Happening.Clock c) {
        steps.add(new Step.Wall(c.wallMs()));
      } else if (h instanceof Happening.Checkpoint) {
        steps.add(new Step.Checkpoint());
      } else if (h instanceof Happening.Crash) {
        steps.add(new Step.Crash());
      } else if (h instanceof Happening.NewPartition n) {
        steps.add(new Step.AddPartition(n.partition()));
      }
    }
    return new Script(partitions, assignedAtMs, steps);
  }

  /** What the rules ask for. */
  Expected expected() {
    List<Oracle> oracles = new ArrayList<>();
    for (int i = 0; i < (rekeyed() ? 1 : partitions); i++) {
      oracles.add(new Oracle(spec, reticent, rekeyed(), rekeyed() ? partitions : 1, assignedAtMs));
    }
    Map<Integer, Long> offsets = new TreeMap<>();
    long wallMs = assignedAtMs;
    for (Happening h : happenings) {
      if (h instanceof Happening.Clock c) {
        wallMs = c.wallMs();
        long until = wallMs;
        oracles.forEach(o -> o.wall(until));
      } else if (h instanceof Happening.Arrival r) {
        long offset = offsets.merge(r.partition(), 1L, Long::sum) - 1;
        Oracle oracle = oracles.get(rekeyed() ? 0 : r.partition());
        oracle.record(oracleRecord(r, offset, wallMs));
      } else if (h instanceof Happening.NewPartition n) {
        oracles.get(0).join(n.partition());
      }
    }
    return Expected.of(oracles, rekeyed());
  }

  private OracleRecord oracleRecord(Happening.Arrival r, long offset, long wallMs) {
    return new OracleRecord(
        rekeyed() ? r.partition() : 0,
        offset,
        r.event().ts(),
        r.timestampMs(),
        r.event().key(),
        r.event().id(),
        r.event().bad(),
        wallMs);
  }

  /** What is compared. */
  record Expected(
      List<PaneRow> panes, List<String> late, Map<String, Long> counters, long openWindows) {

    private static Expected of(List<Oracle> oracles, boolean rekeyed) {
      List<PaneRow> panes = new ArrayList<>();
      List<String> late = new ArrayList<>();
      Map<String, Long> counters = new TreeMap<>();
      long open = 0;
      for (int p = 0; p < oracles.size(); p++) {
        Oracle oracle = oracles.get(p);
        for (OraclePane pane : oracle.panes()) {
          panes.add(row(p, pane));
          counters.merge("panes." + pane.kind().label(), 1L, Long::sum);
        }
        for (String record : oracle.late()) {
          late.add(rekeyed ? record : p + record.substring(record.indexOf(':')));
          counters.merge("too_late", 1L, Long::sum);
        }
        oracle.rejected().forEach((reason, n) -> counters.merge(reason, (long) n, Long::sum));
        counters.merge("partly_late", (long) oracle.partlyLate(), Long::sum);
        open += oracle.openWindows();
      }
      counters.values().removeIf(n -> n == 0);
      Collections.sort(late);
      return new Expected(panes, late, counters, open);
    }

    /** The same of a run. */
    static Expected of(Outcome outcome) {
      List<String> late = new ArrayList<>();
      for (LateRow row : outcome.late()) {
        late.add(row.partition() + ":" + row.offset());
      }
      Collections.sort(late);
      Map<String, Long> counters = new TreeMap<>(outcome.counters());
      counters.remove("records");
      return new Expected(outcome.panes(), late, counters, outcome.openWindows());
    }

    private static PaneRow row(int partition, OraclePane p) {
      return new PaneRow(
          partition, p.key(), p.startMs(), p.endMs(), p.kind(), p.index(), p.isFinal(), p.value());
    }
  }
}
