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
import dev.millrace.runtime.ledger.Stillness;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the operator remembers of a function between two looks. All of it may be lost with the
 * process: it is found again or learned again. Not thread-safe; see {@link Steering}.
 */
final class Track {
  private static final long NOT = -1;

  /** Pods that are not created for so long have no room. */
  private static final long NO_ROOM_MS = 4_000;

  private final Map<String, Checkpoint> checkpoints = new HashMap<>();
  private ScalingMemory memory;
  private @Nullable Decision decision;
  private long handingOverSinceMs = NOT;
  private @Nullable String leaving;
  private long leavingSinceMs = NOT;
  private long waitingSinceMs = NOT;
  private long refusedSinceMs = NOT;
  private @Nullable Observation last;

  /**
   * A checkpoint as far as was seen.
   *
   * @param sinceMs when it became the newest, at the latest
   * @param behindSinceMs since when there is something that it does not hold, or {@link #NOT}
   */
  private record Checkpoint(String manifest, long sinceMs, long behindSinceMs) {}

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
      if (manifest != null) {
        checkpoints.put(name, checkpoint(manifest, entry, observation, checkpoints.get(name)));
      }
    }
  }

  private static Checkpoint checkpoint(
      String manifest, PartitionEntry entry, Observation seen, @Nullable Checkpoint known) {
    boolean isKnown = known != null && known.manifest().equals(manifest);
    LedgerView ledger = Objects.requireNonNull(seen.ledger());
    long sinceMs =
        entry.checkpointedMs() == Stillness.UNKNOWN
            ? known != null && isKnown ? known.sinceMs() : seen.atMs()
            : seen.ledgerAtMs() - (ledger.nowMs() - entry.checkpointedMs());
    boolean isBehind = entry.committed() > entry.checkpointOffset();
    long behindSinceMs =
        !isBehind
            ? NOT
            : known != null && isKnown && known.behindSinceMs() != NOT
                ? known.behindSinceMs()
                : seen.atMs();
    return new Checkpoint(manifest, sinceMs, behindSinceMs);
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

  /** Records wait while no pod is to run, since this time at the earliest. */
  void waits(long sinceMs) {
    if (waitingSinceMs == NOT) {
      waitingSinceMs = sinceMs;
    }
  }

  /** Pods are asked for; for how long records may have waited for that, or null if none did. */
  @Nullable Duration woke(long nowMs) {
    long sinceMs = waitingSinceMs;
    stopWaiting();
    return sinceMs == NOT ? null : Duration.ofMillis(nowMs - sinceMs);
  }

  void stopWaiting() {
    waitingSinceMs = NOT;
  }

  @Nullable Observation last() {
    return last;
  }

  List<PartitionSample> samples(StreamFunction function) {
    return last == null ? List.of() : Samples.of(function.getSpec(), last);
  }

  /** How old a partition's newest checkpoint is, by the ledger; null if it has none. */
  @Nullable Long checkpointAgeMs(String partition, long nowMs) {
    Checkpoint checkpoint = checkpoints.get(partition);
    return checkpoint == null ? null : Math.max(0, nowMs - checkpoint.sinceMs());
  }

  /**
   * How long a partition's newest checkpoint has not held all that was committed. One that is old
   * because nothing came is not overdue.
   */
  long checkpointBehindMs(String partition, long nowMs) {
    Checkpoint checkpoint = checkpoints.get(partition);
    return checkpoint == null || checkpoint.behindSinceMs() == NOT
        ? 0
        : nowMs - checkpoint.behindSinceMs();
  }

  /** Since when pods hand over that are to go; now, if they have just begun. */
  long handingOverSinceMs(boolean isHandingOver, long nowMs) {
    handingOverSinceMs =
        !isHandingOver ? NOT : handingOverSinceMs == NOT ? nowMs : handingOverSinceMs;
    return handingOverSinceMs;
  }

  /** Since when this pod has been handing over to be replaced; now, if it has just begun. */
  long leavingSinceMs(@Nullable String pod, long nowMs) {
    if (pod == null || !pod.equals(leaving)) {
      leaving = pod;
      leavingSinceMs = nowMs;
    }
    return leavingSinceMs;
  }

  /**
   * Whether pods that were asked for have not been created for a while: between a change of the
   * number and its pods there is always a moment.
   */
  boolean isWithoutRoom(Seen seen) {
    boolean areRefused = seen.refusedPods() > 0;
    refusedSinceMs = !areRefused ? NOT : refusedSinceMs == NOT ? seen.nowMs() : refusedSinceMs;
    return areRefused && seen.nowMs() - refusedSinceMs >= NO_ROOM_MS;
  }

  /**
   * Decides on the number of pods, and remembers.
   *
   * @param isFollowed whether pods are then changed accordingly
   */
  Decision decide(Snapshot snapshot, ScalingPolicy policy, boolean isFollowed, long nowMs) {
    Decision made =
        isFollowed
            ? Autoscaler.decide(snapshot, policy, memory, nowMs)
            : Autoscaler.advise(snapshot, policy, memory, nowMs);
    memory = made.memory();
    decision = made;
    return made;
  }

  /** The last decision, or null. */
  @Nullable Decision decision() {
    return decision;
  }
}
