package dev.millrace.runtime.ledger;

/** Hears that Redis came back with less than it had acknowledged (rule L3); logs and counts it. */
@FunctionalInterface
public interface RegressionListener {

  /** Does nothing. */
  RegressionListener IGNORE = (lease, storedEpoch) -> {};

  /**
   * A holder's entry was lost, or an older one was there, and has been written anew.
   *
   * @param lease the holder's
   * @param storedEpoch epoch that was found; 0 if there was none
   */
  void wentBack(Lease lease, long storedEpoch);
}
