package dev.millrace.operator.scaling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Snapshots of the last while, thinned out, for rates. Immutable.
 *
 * @param spacingMs snapshots that follow sooner are not kept
 * @param spanMs how far back it reaches
 * @param kept oldest first
 */
record History(long spacingMs, long spanMs, List<Snapshot> kept) {
  private static final int LEAST_STEPS = 4;

  /** A step that grew as many times the usual is a leap. */
  private static final double LEAP = 4;

  History {
    kept = List.copyOf(kept);
  }

  static History over(long spacingMs, long spanMs) {
    return new History(spacingMs, spanMs, List.of());
  }

  /** The same with a snapshot that is known in all its parts; others are left out. */
  History with(Snapshot snapshot) {
    if (!snapshot.isKnown() || isTooSoon(snapshot)) {
      return this;
    }
    List<Snapshot> next = new ArrayList<>(kept);
    next.add(snapshot);
    // One that is older than the span stays, so that the span is covered as a whole.
    while (next.size() > 2 && next.get(1).measuredAtMs() <= snapshot.measuredAtMs() - spanMs) {
      next.remove(0);
    }
    return new History(spacingMs, spanMs, next);
  }

  private boolean isTooSoon(Snapshot snapshot) {
    return !kept.isEmpty() && snapshot.measuredAtMs() < newest().measuredAtMs() + spacingMs;
  }

  /** Whether it holds a snapshot that the other, from before, does not. */
  boolean isNewerThan(History before) {
    return before.kept.isEmpty()
        ? !kept.isEmpty()
        : newest().measuredAtMs() > before.newest().measuredAtMs();
  }

  private Snapshot newest() {
    return kept.get(kept.size() - 1);
  }

  /** The two newest, oldest first; empty if there are not two. */
  List<Snapshot> lastStep() {
    return kept.size() < 2 ? List.of() : kept.subList(kept.size() - 2, kept.size());
  }

  /**
   * How fast an offset of each partition has grown, per second; 0 where it cannot be told. A single
   * leap is left out: what comes at once is a backlog, not a rate that lasts.
   */
  Map<String, Double> rates(ToLongFunction<PartitionSample> offset) {
    if (kept.size() < 2) {
      return Map.of();
    }
    int leap = leap(offset);
    if (leap < 0) {
      return rates(kept.get(0), newest(), offset);
    }
    Map<String, Double> result = new HashMap<>();
    weighted(result, 0, leap, offset);
    weighted(result, leap + 1, kept.size() - 1, offset);
    double seconds = span(0, leap) + span(leap + 1, kept.size() - 1);
    result.replaceAll((partition, grown) -> grown / seconds);
    return result;
  }

  private void weighted(
      Map<String, Double> sum, int from, int to, ToLongFunction<PartitionSample> offset) {
    if (from < to) {
      double seconds = span(from, to);
      rates(kept.get(from), kept.get(to), offset)
          .forEach((partition, rate) -> sum.merge(partition, rate * seconds, Double::sum));
    }
  }

  private double span(int from, int to) {
    return (kept.get(to).measuredAtMs() - kept.get(from).measuredAtMs()) / 1000.0;
  }

  /** The step after this index grew far more than all others do; -1 if none did. */
  private int leap(ToLongFunction<PartitionSample> offset) {
    int steps = kept.size() - 1;
    int largest = -1;
    double most = 0;
    double all = 0;
    for (int i = 0; i < steps && steps >= LEAST_STEPS; i++) {
      double grown = total(kept.get(i + 1), offset) - total(kept.get(i), offset);
      all += Math.max(0, grown);
      if (grown > most) {
        most = grown;
        largest = i;
      }
    }
    double usual = (all - most) / Math.max(1, steps - 1);
    return usual > 0 && most > LEAP * usual ? largest : -1;
  }

  private static double total(Snapshot snapshot, ToLongFunction<PartitionSample> offset) {
    return snapshot.partitions().stream().mapToLong(offset).sum();
  }

  /** The same over the last few steps only. */
  History latest() {
    int from = Math.max(0, kept.size() - 1 - LEAST_STEPS);
    return new History(spacingMs, spanMs, kept.subList(from, kept.size()));
  }

  /** The same between two snapshots. */
  static Map<String, Double> rates(
      Snapshot from, Snapshot to, ToLongFunction<PartitionSample> offset) {
    double seconds = (to.measuredAtMs() - from.measuredAtMs()) / 1000.0;
    Map<String, Long> before =
        from.partitions().stream()
            .collect(Collectors.toMap(PartitionSample::partition, offset::applyAsLong));
    return to.partitions().stream()
        .collect(
            Collectors.toMap(
                PartitionSample::partition,
                now -> {
                  long then = before.getOrDefault(now.partition(), PartitionSample.NEVER);
                  // A topic made anew, or a partition that is new, has no rate yet.
                  return then < 0 ? 0.0 : Math.max(0, offset.applyAsLong(now) - then) / seconds;
                }));
  }
}
