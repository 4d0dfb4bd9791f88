package dev.millrace.testkit;

import java.util.List;
import java.util.Map;

/**
 * What a reader of committed output sees at the end of a script.
 *
 * @param panes per partition in the order of emission, partitions in ascending order
 * @param results of a function without windows, as they were emitted
 * @param late records that were too late, in the order of judgement
 * @param deadLetters records that were rejected
 * @param counters by name; only those that are not zero
 * @param openWindows (key, window) pairs that have not fired
 * @param positions next offset per source partition
 */
public record Outcome(
    List<PaneRow> panes,
    List<ResultRow> results,
    List<LateRow> late,
    List<DeadLetter> deadLetters,
    Map<String, Long> counters,
    long openWindows,
    Map<Integer, Long> positions) {

  public Outcome {
    panes = List.copyOf(panes);
    results = List.copyOf(results);
    late = List.copyOf(late);
    deadLetters = List.copyOf(deadLetters);
    counters = Map.copyOf(counters);
    positions = Map.copyOf(positions);
  }
}
