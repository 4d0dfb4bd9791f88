package dev.millrace.functions.spec;

/**
 * When panes are emitted (rule W9).
 *
 * @param mode when
 * @param everyRecords with {@link EmissionMode#EARLY}: an early pane after so many new records of a
 *     window; 0 for none
 * @param everyMs with {@link EmissionMode#EARLY}: an early pane after so many milliseconds by the
 *     records' Kafka timestamps; 0 for none
 * @param announceClose whether the last pane is repeated, marked final, when the window closes
 */
public record EmissionSpec(
    EmissionMode mode, long everyRecords, long everyMs, boolean announceClose) {

  /** One pane when complete, one for each late record. */
  public static final EmissionSpec ON_COMPLETE =
      new EmissionSpec(EmissionMode.ON_COMPLETE, 0, 0, false);

  /**
   * Checks the ranges; what contradicts other settings is {@link SpecRules}' business.
   *
   * @throws IllegalArgumentException if a number is negative
   */
  public EmissionSpec {
    Ranges.atLeast("everyRecords", everyRecords, 0);
    Ranges.atLeast("everyMs", everyMs, 0);
  }
}
