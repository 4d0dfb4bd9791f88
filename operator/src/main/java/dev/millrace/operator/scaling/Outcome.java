package dev.millrace.operator.scaling;

/**
 * A prediction of when a backlog would be gone, and what came.
 *
 * @param beganAtMs when the backlog was seen
 * @param targetMs within which backlogs are to be gone
 * @param predictedAtMs when it was to be gone
 * @param goneAtMs when it was gone; where more pods were asked for because it would have come too
 *     late, when it would have been
 * @param pods the number it was predicted for
 */
public record Outcome(long beganAtMs, long targetMs, long predictedAtMs, long goneAtMs, int pods) {

  /**
   * By how much it was later than it had to be, as a share of the target; 0 or less if it was in
   * time. It had to be gone within the target, or when it was predicted to be if that was later:
   * being a little off with a little backlog is no failure.
   */
  public double lateness() {
    return (double) (goneAtMs - Math.max(predictedAtMs, beganAtMs + targetMs)) / targetMs;
  }
}
