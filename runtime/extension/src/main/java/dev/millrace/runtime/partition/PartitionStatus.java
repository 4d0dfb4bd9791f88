package dev.millrace.runtime.partition;

import dev.millrace.runtime.ledger.PartitionRef;
import java.util.Locale;

/**
 * A partition as its pod sees it.
 *
 * @param ref which
 * @param phase what it is doing
 * @param message why it is not working, or failed and has not shown yet that it can go on; empty if
 *     all is well
 * @param position where it stands
 */
public record PartitionStatus(PartitionRef ref, Phase phase, String message, Position position) {

  /**
   * What a partition is doing.
   *
   * <pre>
   * OPENING → REPLAYING → LIVE → STOPPING → CLOSED
   *    │ ↖        │         │
   *    │  RETRYING ←────────┤     after an error that may pass
   *    └→ REFUSED ←─────────┘     after one that will not
   * </pre>
   */
  public enum Phase {
    OPENING(0),
    REPLAYING(1),
    LIVE(2),
    RETRYING(3),
    REFUSED(4),
    STOPPING(5),
    CLOSED(6);

    private final int code;

    Phase(int code) {
      this.code = code;
    }

    /** The value of the gauge; never changes. */
    public int code() {
      return code;
    }

    /** The word in the ledger, in metrics and in the API. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Where a partition stands.
   *
   * @param nextOffset first offset not processed; -1 if unknown
   * @param committed first offset whose output is not committed; -1 if unknown
   * @param watermarkMs watermark; {@code Long.MIN_VALUE} before the first record
   * @param nextTimerMs event time at which something fires next; {@code Long.MAX_VALUE} for never
   * @param replayUntil end of the replay, or -1 when live
   * @param openWindows windows of keys that have not fired
   * @param stateBytes state in memory
   * @param stateEntries entries of the state
   */
  public record Position(
      long nextOffset,
      long committed,
      long watermarkMs,
      long nextTimerMs,
      long replayUntil,
      long openWindows,
      long stateBytes,
      long stateEntries) {

    /** Nothing is known. */
    public static final Position UNKNOWN =
        new Position(-1, -1, Long.MIN_VALUE, Long.MAX_VALUE, -1, 0, 0, 0);
  }
}
