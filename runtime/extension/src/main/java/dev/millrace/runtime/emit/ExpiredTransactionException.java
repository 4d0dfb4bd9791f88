package dev.millrace.runtime.emit;

import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Kafka has ended a transaction that was open for longer than {@code transaction.timeout.ms}. To
 * the producer that looks as if another pod had taken the partition over; but nobody need have.
 * Nothing of the transaction was committed.
 */
public final class ExpiredTransactionException extends KafkaException {
  private static final long serialVersionUID = 1;

  /** How long it had been open when more was asked of it, and how long it might have been. */
  private final long openMs;

  private final long timeoutMs;

  ExpiredTransactionException(long openMs, long timeoutMs, KafkaException cause) {
    super(
        "Expected a transaction to be committed within transaction.timeout.ms, but Kafka had ended"
            + " it by then: openMs="
            + openMs
            + ", transaction.timeout.ms="
            + timeoutMs,
        cause);
    this.openMs = openMs;
    this.timeoutMs = timeoutMs;
  }

  /** The one among the causes of an error, or null. */
  public static @Nullable ExpiredTransactionException in(Throwable error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      if (t instanceof ExpiredTransactionException expired) {
        return expired;
      }
    }
    return null;
  }

  /** Milliseconds from its begin to the call that failed. */
  public long openMs() {
    return openMs;
  }

  /** The limit that was configured, in milliseconds. */
  public long timeoutMs() {
    return timeoutMs;
  }
}
