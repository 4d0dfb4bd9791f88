package dev.millrace.cli.reconcile;

import java.util.List;
import java.util.Map;

/**
 * The outcome of a comparison.
 *
 * @param fromMs and {@code untilMs}: the period; windows that are not wholly in it are left out
 * @param records records of the input that were computed with
 * @param rejected records of the input that no function could take
 * @param deadLetters records that the function has rejected
 * @param late records that the function found too late; the computation leaves them out as well
 * @param windows windows of the period, of either side
 * @param outsideWindows windows outside the period, of either side
 * @param panes panes emitted
 * @param panesByKind the same by kind
 * @param outOfSequence panes that came twice, or before which one is missing
 * @param differences number of windows that differ
 * @param examples some of them
 */
public record Reconciliation(
    String function,
    long fromMs,
    long untilMs,
    long records,
    long rejected,
    long deadLetters,
    long late,
    long windows,
    long outsideWindows,
    long panes,
    Map<String, Long> panesByKind,
    long outOfSequence,
    long differences,
    List<Difference> examples) {

  /** Whether all is as it should be. */
  public boolean isClean() {
    return differences == 0 && outOfSequence == 0 && rejected == deadLetters;
  }
}
