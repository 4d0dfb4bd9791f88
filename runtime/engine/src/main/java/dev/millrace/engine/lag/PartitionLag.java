package dev.millrace.engine.lag;

/**
 * How many offsets of a partition could be read now (rule A4): from the position, clamped to what
 * the log still holds, to the end a reader may see.
 *
 * @param lag offsets, from 0; {@link #UNKNOWN_LAG} when the log's bounds are not known, which is
 *     not zero
 * @param state how the position lies to the log
 * @param behindOpenTransaction offsets that are written but belong to transactions still open: no
 *     backlog yet, and no pod can read them
 */
public record PartitionLag(long lag, State state, long behindOpenTransaction) {

  /** The lag cannot be told. */
  public static final long UNKNOWN_LAG = -1;

  /** No position was ever committed; Kafka's own way to say so. */
  public static final long NO_POSITION = -1;

  /** How the position lies to the log. */
  public enum State {
    OK("ok"),
    /** Nothing was committed yet: reading starts where {@link StartFrom} says. */
    NO_COMMIT("no_commit"),
    /** Retention deleted records that were not read. */
    BEHIND_LOG_START("behind_log_start"),
    /** The position is past the end: the topic was truncated or made anew. */
    AHEAD_OF_LOG_END("ahead_of_log_end"),
    /** Records wait behind a transaction that is open. */
    OPEN_TRANSACTION("open_transaction"),
    /** The log's bounds are not known. */
    UNKNOWN("unknown");

    private final String label;

    State(String label) {
      this.label = label;
    }

    /** The word used in metrics and conditions. */
    public String label() {
      return label;
    }
  }

  /** Where a partition without a position is read from. */
  public enum StartFrom {
    EARLIEST,
    LATEST
  }

  /**
   * Bounds of a log as a broker reports them.
   *
   * @param startOffset first offset there is
   * @param endOffset first offset not yet written
   * @param lastStableOffset first offset a {@code read_committed} reader may not see
   */
  public record LogBounds(long startOffset, long endOffset, long lastStableOffset) {

    public LogBounds {
      if (startOffset > lastStableOffset || lastStableOffset > endOffset) {
        throw new IllegalArgumentException(
            "Expected start <= last stable <= end of a log, but they are out of order: start="
                + startOffset
                + ", lastStable="
                + lastStableOffset
                + ", end="
                + endOffset);
      }
    }
  }

  /** The lag of a partition whose log could not be asked for. */
  public static PartitionLag unknown() {
    return new PartitionLag(UNKNOWN_LAG, State.UNKNOWN, 0);
  }

  /**
   * The lag of a partition.
   *
   * @param position first offset not processed, or {@link #NO_POSITION}
   * @param readCommitted whether records of open transactions are hidden from the reader
   */
  public static PartitionLag of(
      LogBounds log, long position, StartFrom startFrom, boolean readCommitted) {
    long end = readCommitted ? log.lastStableOffset() : log.endOffset();
    long from = position;
    if (position == NO_POSITION) {
      from = startFrom == StartFrom.LATEST ? end : log.startOffset();
    }
    long lag = Math.max(0, end - Math.max(from, log.startOffset()));
    return new PartitionLag(lag, state(log, position, end), log.endOffset() - end);
  }

  /** Whether {@link #lag} is a number. */
  public boolean isKnown() {
    return lag != UNKNOWN_LAG;
  }

  private static State state(LogBounds log, long position, long end) {
    if (position == NO_POSITION) {
      // Of a log that never held a record nothing can have been committed.
      return log.endOffset() == 0 ? State.OK : State.NO_COMMIT;
    }
    if (position < log.startOffset()) {
      return State.BEHIND_LOG_START;
    }
    if (position > log.endOffset()) {
      return State.AHEAD_OF_LOG_END;
    }
    return end < log.endOffset() ? State.OPEN_TRANSACTION : State.OK;
  }
}
