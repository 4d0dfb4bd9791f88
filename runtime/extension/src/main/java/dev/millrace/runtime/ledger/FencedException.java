package dev.millrace.runtime.ledger;

/** The partition was taken over: give it up at once (rule L1). */
public class FencedException extends LedgerException {
  private static final long serialVersionUID = 1L;

  private final transient Lease lease;

  public FencedException(Lease lease, String heldBy, String currentEpoch) {
    super(
        String.format(
            "Expected the lease to be the newest, but the partition was taken over or released:"
                + " partition=%s, epoch=%d, owner=%s, currentEpoch=%s, currentOwner=%s."
                + " The partition is given up here.",
            lease.partition(), lease.epoch(), lease.owner(), currentEpoch, heldBy),
        null);
    this.lease = lease;
  }

  /** The lease that is no longer valid. */
  public Lease lease() {
    return lease;
  }

  @Override
  public Kind kind() {
    return Kind.FENCED;
  }
}
