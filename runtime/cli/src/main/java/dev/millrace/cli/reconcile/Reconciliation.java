package dev.millrace.cli.reconcile;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
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
 * @param lateWrongly those of them that were not, by their time and the watermark beside them (W3)
 * @param partlyLate records that came too late for some of their windows only
 * @param windows windows of the period, of either side
 * @param outsideWindows windows outside the period, of either side
 * @param panes panes emitted
 * @param panesByKind the same by kind
 * @param outOfSequence panes that came twice, or before which one is missing
 * @param unchecked windows whose panes cannot be compared: they depend on the order in which
 *     records of several partitions came, which the input does not tell
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
    long lateWrongly,
    long partlyLate,
    long windows,
    long outsideWindows,
    long panes,
    Map<String, Long> panesByKind,
    long outOfSequence,
    long unchecked,
    long differences,
    List<Difference> examples) {

  /** Whether all is as it should be. */
  public boolean isClean() {
    return differences == 0 && outOfSequence == 0 && lateWrongly == 0 && rejected == deadLetters;
  }

  /** The outcome in one sentence. */
  @JsonProperty
  public String verdict() {
    List<String> wrong = new ArrayList<>();
    addIf(wrong, differences, "of " + windows + " windows differ from what the log says");
    addIf(wrong, outOfSequence, "panes came twice or after one that is missing");
    addIf(wrong, lateWrongly, "records were set aside as late and were not");
    if (rejected != deadLetters) {
      wrong.add("the function rejected " + deadLetters + " records where the log has " + rejected);
    }
    String verdict =
        wrong.isEmpty()
            ? "Everything is right: "
                + (windows - unchecked)
                + " windows are as the log says, and nothing came twice"
            : "Not right: " + String.join("; ", wrong);
    return verdict
        + (unchecked == 0 ? "" : "; " + unchecked + " windows could not be checked")
        + ".";
  }

  private static void addIf(List<String> wrong, long count, String what) {
    if (count != 0) {
      wrong.add(count + " " + what);
    }
  }
}
