package dev.millrace.runtime.ledger;

import java.util.List;

/**
 * Where a partition stands as of its last committed transaction. Offset and watermark are separate
 * positions (rule L2).
 *
 * @param committed next offset to read, or {@link #NO_OFFSET}
 * @param watermarkMs watermark there, or {@link #NO_WATERMARK}
 * @param nextTimerMs earliest event time at which something fires, or {@link #NO_TIMER}
 * @param rate records per second as measured
 * @param busy share of the time spent working, 0 to 1
 * @param state what the partition is doing, one word; empty if unknown
 * @param decisions all decisions since the last checkpoint in offset order; each text begins with
 *     its offset and goes on with something other than a digit
 */
public record Progress(
    long committed,
    long watermarkMs,
    long nextTimerMs,
    double rate,
    double busy,
    String state,
    List<String> decisions) {

  /** No position: nothing was ever committed. */
  public static final long NO_OFFSET = -1;

  /** No record has been seen. */
  public static final long NO_WATERMARK = Long.MIN_VALUE;

  /** Nothing would fire however far event time went. */
  public static final long NO_TIMER = Long.MAX_VALUE;

  /** Of a partition that has not begun. */
  public static final Progress NONE =
      new Progress(NO_OFFSET, NO_WATERMARK, NO_TIMER, 0, 0, "", List.of());

  public Progress {
    decisions = List.copyOf(decisions);
  }
}
