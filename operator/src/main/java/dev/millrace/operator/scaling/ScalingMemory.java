package dev.millrace.operator.scaling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the autoscaler remembers of a function from one decision to the next. Immutable. It may be
 * lost: a new one only means that nothing is taken away until enough was seen again. A new version
 * of the function begins with a new one, as it may be faster or slower.
 *
 * @param course what was needed and changed
 * @param start how long pods take to start
 * @param recent the last minute, for rates
 * @param longTerm the last half hour, for what retention deletes
 * @param capacity what a pod can do
 * @param margin what is asked for on top
 * @param drain the backlog that is being drained, or null
 * @param tracks since when partitions stand where they stand
 * @param quietSinceMs when something last came or waited
 */
public record ScalingMemory(
    Course course,
    StartTime start,
    History recent,
    History longTerm,
    Capacity capacity,
    Margin margin,
    @Nullable Drain drain,
    Map<String, Track> tracks,
    long quietSinceMs) {

  public ScalingMemory {
    tracks = Map.copyOf(tracks);
  }

  /** Nothing is remembered yet. */
  public static ScalingMemory from(long nowMs) {
    return new ScalingMemory(
        Course.from(nowMs),
        StartTime.INITIAL,
        History.over(5_000, 60_000),
        History.over(60_000, 1_800_000),
        Capacity.UNKNOWN,
        Margin.INITIAL,
        null,
        Map.of(),
        nowMs);
  }

  /** Predictions and what came of them, oldest first. */
  public List<Outcome> outcomes() {
    return margin.outcomes();
  }

  ScalingMemory observe(Snapshot snapshot, long nowMs) {
    boolean stirred = !snapshot.isKnown() || snapshot.backlog() > 0 || snapshot.isAnyRestoring();
    Map<String, Track> next = new HashMap<>();
    for (PartitionSample partition : snapshot.partitions()) {
      Track before = tracks.get(partition.partition());
      Track now = Track.of(before, partition, nowMs);
      next.put(partition.partition(), now);
      stirred |= before != null && before.end() != now.end();
    }
    History newRecent = recent.with(snapshot);
    return new ScalingMemory(
        course,
        start.observe(snapshot, nowMs),
        newRecent,
        longTerm.with(snapshot),
        newRecent.isNewerThan(recent) ? capacity.learn(newRecent) : capacity,
        margin,
        drain,
        next,
        stirred ? nowMs : quietSinceMs);
  }

  ScalingMemory with(Course newCourse, StartTime newStart) {
    return new ScalingMemory(
        newCourse, newStart, recent, longTerm, capacity, margin, drain, tracks, quietSinceMs);
  }

  ScalingMemory with(Margin newMargin, @Nullable Drain newDrain) {
    return new ScalingMemory(
        course, start, recent, longTerm, capacity, newMargin, newDrain, tracks, quietSinceMs);
  }
}
