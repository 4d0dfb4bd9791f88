package dev.millrace.operator.scaling;

import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.engine.lag.PartitionLag.LogBounds;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger and Kafka say of one partition at one time.
 *
 * @param partition as the ledger names it: {@code p:3}, or {@code s:3} for the first stage of a
 *     re-keyed function
 * @param log bounds of its log, or null if the broker did not say
 * @param lag what could be read now (rule A4)
 * @param position next offset to read, or {@link PartitionLag#NO_POSITION}
 * @param time where event time stands
 * @param load how busy it is
 * @param owner the pod that holds it, or null
 * @param standing what it is doing
 */
public record PartitionSample(
    String partition,
    @Nullable LogBounds log,
    PartitionLag lag,
    long position,
    EventTime time,
    Load load,
    @Nullable String owner,
    Standing standing) {

  private static final String SOURCE_PREFIX = "s:";

  /** No record has been seen, so there is no watermark. */
  public static final long NO_WATERMARK = Long.MIN_VALUE;

  /** A time that does not come. */
  public static final long NEVER = Long.MAX_VALUE;

  /** What a partition is doing. */
  public enum Standing {
    /** Restores a checkpoint or replays: its numbers mean nothing yet. */
    RESTORING,
    /** Has output or state that is not yet in a transaction or a checkpoint. */
    OPEN,
    /** Everything it read is committed and checkpointed. */
    SETTLED,
    /** Stopped, and says why: more pods do not change that. */
    REFUSED
  }

  /**
   * Where event time stands, in epoch milliseconds.
   *
   * @param watermarkMs or {@link #NO_WATERMARK}
   * @param nextTimerMs event time at which something fires, or {@link #NEVER}
   * @param dueAtMs when that falls due on the clock if no record comes (rule W8), or {@link #NEVER}
   *     if only a record can bring it about
   */
  public record EventTime(long watermarkMs, long nextTimerMs, long dueAtMs) {

    /** Of a partition that has no windows. */
    public static final EventTime NONE = new EventTime(NO_WATERMARK, NEVER, NEVER);
  }

  /**
   * How busy a partition is, as its pod measured.
   *
   * @param rate records per second
   * @param busy share of the time spent working, 0 to 1
   */
  public record Load(double rate, double busy) {

    private static final double TELLING = 0.05;

    public static final Load NONE = new Load(0, 0);

    /** Records per second of working time; 0 if it works too little to tell. */
    double capacity() {
      return busy >= TELLING ? rate / busy : 0;
    }
  }

  /** Whether this is a partition of the first stage of a re-keyed function. */
  boolean isSource() {
    return partition.startsWith(SOURCE_PREFIX);
  }

  /** Records waiting that work could go on with; 0 where that is unknown or it is refused. */
  long backlog() {
    return standing == Standing.REFUSED || !lag.isKnown() ? 0 : lag.lag();
  }

  /** First offset a reader may not see yet; the position where the broker did not say. */
  long end() {
    return log == null ? position : log.lastStableOffset();
  }
}
