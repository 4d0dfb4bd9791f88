package dev.millrace.runtime.ledger;

/** Hears what goes wrong with the ledger, to log and count it. */
@FunctionalInterface
public interface LedgerListener {

  /** Does nothing. */
  LedgerListener IGNORE = (lease, storedEpoch) -> {};

  /**
   * Redis came back with less than it had acknowledged (rule L3): a holder's entry was lost, or an
   * older one was there, and has been written anew.
   *
   * @param lease the holder's
   * @param storedEpoch epoch that was found; 0 if there was none
   */
  void wentBack(Lease lease, long storedEpoch);

  /** A call failed; the caller hears of it as well. Any thread. */
  default void failed(LedgerException error) {}
}
