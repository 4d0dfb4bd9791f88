package dev.millrace.operator.observe;

/**
 * Something that keeps a function from being seen, or from running.
 *
 * @param reason stable word for conditions
 * @param message what was expected, what was seen, what to do
 */
public record Trouble(Reason reason, String message) {

  /** Words for conditions and events. */
  public enum Reason {
    /** A Secret or one of its keys is not there. */
    SecretMissing,
    /** The operator may not read Secrets. */
    SecretsForbidden,
    /** Another StreamFunction runs the same function. */
    NameTaken,
    /** No broker answers. */
    KafkaUnreachable,
    /** Kafka does not accept the credentials or the client. */
    KafkaRefused,
    /** An input topic is not there. */
    TopicMissing,
    /** An input topic is not the one that the function began with. */
    TopicReplaced,
    /** The input topic has got more partitions, so keys have moved. */
    PartitionsAdded,
    /** Redis does not answer. */
    LedgerUnreachable,
    /** Redis does not accept the credentials. */
    LedgerRefused,
    /** What is in Redis cannot be read. */
    LedgerUnreadable
  }
}
