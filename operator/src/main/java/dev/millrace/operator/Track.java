package dev.millrace.operator;

import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.observe.Observation;
import dev.millrace.operator.observe.Samples;
import dev.millrace.operator.scaling.Autoscaler;
import dev.millrace.operator.scaling.Decision;
import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.operator.scaling.ScalingMemory;
import dev.millrace.operator.scaling.ScalingPolicy;
import dev.millrace.operator.scaling.Snapshot;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the operator remembers of a function between two looks. All of it may be lost with the
 * process: it is found again or learned again. Not thread-safe; see {@link Steering}.
 */
final class Track {
  private static final long NOT = -1;

  private final Map<String, Checkpoint> checkpoints = new HashMap<>();
  private ScalingMemory memory;
  private @Nullable Decision decision;
  private long handingOverSinceMs = NOT;
  private @Nullable Observation last;

  /** A checkpoint, and since when it is the newest one as far as was seen. */
  private record Checkpoint(String manifest, long sinceMs) {}

  Track(long nowMs) {
    this.memory = ScalingMemory.from(nowMs);
  }

  /** Takes a look in. */
  void see(Observation observation) {
    last = observation;
    LedgerView ledger = observation.ledger();
    if (ledger == null) {
      return;
    }
    for (PartitionEntry entry : ledger.partitions()) {
      String name = entry.ref().toString();
      String manifest = entry.checkpoint();
      Checkpoint known = checkpoints.get(name);
      if (manifest != null && (known == null || !known.manifest().equals(manifest))) {
        checkpoints.put(name, new Checkpoint(manifest, observation.atMs()));
      }
    }
  }

  /**
   * Records that wait, as far as known, where something is to be read that was not there when the
   * function fell asleep; cheap, as it is asked at every look.
   */
  long backlog(StreamFunction function) {
    return samples(function).stream()
        .filter(sample -> sample.lag().isKnown())
        .mapToLong(sample -> sample.lag().lag())
        .sum();
  }

  @Nullable Observation last() {
    return last;
  }

  List<PartitionSample> samples(StreamFunction function) {
    return last == null ? List.of() : Samples.of(function.getSpec(), last);
  }

  /** How long a partition's newest checkpoint has been the newest, at least; or null. */
  @Nullable Long checkpointAgeMs(String partition, long nowMs) {
    Checkpoint checkpoint = checkpoints.get(partition);
    return checkpoint == null ? null : nowMs - checkpoint.sinceMs();
  }

  /** Since when pods hand over that are to go; now, if they have just begun. */
  long handingOverSinceMs(boolean isHandingOver, long nowMs) {
    handingOverSinceMs =
        !isHandingOver ? NOT : handingOverSinceMs == NOT ? nowMs : handingOverSinceMs;
    return handingOverSinceMs;
  }

  /** Decides on the number of pods, and remembers. */
  Decision decide(Snapshot snapshot, ScalingPolicy policy, long nowMs) {
    Decision made = Autoscaler.decide(snapshot, policy, memory, nowMs);
    memory = made.memory();
    decision = made;
    return made;
  }

  /** The last decision, or null. */
  @Nullable Decision decision() {
    return decision;
  }
}
