package dev.millrace.runtime.emit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The records between two commits, and how many of them were answered. Answers of different
 * partitions overtake each other, so a count over all that was ever sent would not tell which ones
 * are missing. One thread sends and seals; the producer's calls back. No allocation per record.
 */
final class SentRecords implements Callback {
  private final SentSizes sizes;
  private final AtomicReference<@Nullable Exception> failure;
  private final AtomicLong answered = new AtomicLong();
  private volatile @Nullable Runnable whenAnswered;
  private long sent;

  /**
   * None so far.
   *
   * @param failure takes the first error
   */
  SentRecords(SentSizes sizes, AtomicReference<@Nullable Exception> failure) {
    this.sizes = sizes;
    this.failure = failure;
  }

  /** To be called before a record is sent with this as its callback. */
  void sending() {
    sent++;
  }

  /**
   * No more are sent.
   *
   * @param then run by any thread when the last one is answered, at once if it is already, and
   *     perhaps twice
   */
  void seal(Runnable then) {
    whenAnswered = then;
    if (isAnswered()) {
      then.run();
    }
  }

  /** Whether each was written or has failed; for one that is sealed. */
  boolean isAnswered() {
    return answered.get() == sent;
  }

  @Override
  public void onCompletion(RecordMetadata metadata, @Nullable Exception error) {
    sizes.onCompletion(metadata, error);
    if (error != null) {
      failure.compareAndSet(null, error);
    }
    // Counted before looking whether it is sealed, as sealing looks at the count afterwards: one of
    // the two sees the last answer.
    long count = answered.incrementAndGet();
    Runnable then = whenAnswered;
    if (then != null && count == sent) {
      then.run();
    }
  }
}
