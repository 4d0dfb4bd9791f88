package dev.millrace.operator.observe;

/**
 * When logs were asked for where they end.
 *
 * @param number of all looks, in the order in which they were begun
 * @param atMs when it was begun, by the operator's clock
 * @param beforeMs when the last one was begun that was over by then: what it did not see came later
 */
public record Look(long number, long atMs, long beforeMs) {

  /** The first one at a cluster. */
  public static Look first(long atMs) {
    return new Look(0, atMs, atMs);
  }

  boolean isBefore(Look other) {
    return number < other.number;
  }
}
