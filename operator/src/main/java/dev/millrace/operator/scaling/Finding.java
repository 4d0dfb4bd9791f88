package dev.millrace.operator.scaling;

/**
 * Something that pods alone do not cure (rule A5).
 *
 * @param kind stable word for conditions and events
 * @param partition the one it is about, or empty if it is about the function
 * @param text what was seen and what to do, a sentence
 */
public record Finding(Kind kind, String partition, String text) {

  /** What kind of thing it is. */
  public enum Kind {
    /** One partition asks for more than one thread can do. */
    HOT_PARTITION,
    /** All of them do, and there is a pod for each already. */
    TOO_FEW_PARTITIONS,
    /** More would be needed than {@code max} allows. */
    AT_MAX,
    /** Records wait and the position does not move. */
    BLOCKED,
    /** The partition has refused to go on. */
    REFUSED,
    /** Records are read, and none moves event time. */
    POISON,
    /** Nothing comes, so nothing moves event time. */
    IDLE,
    /** Event time is ahead of the clock: what is on time comes late. */
    FUTURE_TIMESTAMP,
    /** Kafka deletes records faster than they are read. */
    RETENTION,
    /** Retention has already deleted records that were not read. */
    RECORDS_LOST
  }
}
