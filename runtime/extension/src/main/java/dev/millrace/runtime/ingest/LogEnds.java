package dev.millrace.runtime.ingest;

import dev.millrace.runtime.lane.Clocks;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The last stable offsets of the partitions being read, asked for every second. Tells lag, and that
 * a silent partition is at its end: one whose leader does not answer is blocked, not idle (W8).
 * Thread-safe.
 */
public final class LogEnds {
  private static final long EVERY_MS = 1_000;
  private static final long STALE_MS = 5_000;
  private static final int TIMEOUT_MS = 4_000;

  /**
   * An answer.
   *
   * @param offset last stable offset: what a read_committed reader can reach
   * @param askedAtMs monotonic time of the question, which the answer is not older than
   */
  public record End(long offset, long askedAtMs) {

    /** Whether it is too old to say anything. */
    public boolean isStale(long monotonicMs) {
      return monotonicMs - askedAtMs > STALE_MS;
    }
  }

  private final Admin admin;
  private final Clocks clocks;
  private final Function<Throwable, String> explain;
  private final Map<TopicPartition, End> ends = new ConcurrentHashMap<>();
  private final Map<TopicPartition, String> errors = new ConcurrentHashMap<>();
  private long nextAskMs = Long.MIN_VALUE;

  /**
   * Asks through a client that stays the caller's.
   *
   * @param explain says what a failure means and what to do
   */
  public LogEnds(Admin admin, Clocks clocks, Function<Throwable, String> explain) {
    this.admin = admin;
    this.clocks = clocks;
    this.explain = explain;
  }

  /** The newest answer for a partition, or null. */
  public @Nullable End of(TopicPartition partition) {
    return ends.get(partition);
  }

  /** Why the end of a partition is no longer known; empty if it is, or never was. */
  public String trouble(TopicPartition partition) {
    End end = ends.get(partition);
    long now = clocks.monotonicMs();
    return end == null || !end.isStale(now)
        ? ""
        : "Kafka has not told the end of "
            + partition
            + " for "
            + (now - end.askedAtMs())
            + " ms: "
            + errors.getOrDefault(partition, "no answer");
  }

  /** Asks again if it is time. Called by the poll thread; does not wait. */
  void refresh(Collection<TopicPartition> partitions) {
    long now = clocks.monotonicMs();
    if (now < nextAskMs || partitions.isEmpty()) {
      return;
    }
    nextAskMs = now + EVERY_MS;
    ListOffsetsResult result =
        admin.listOffsets(
            partitions.stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest())),
            new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(TIMEOUT_MS));
    for (TopicPartition p : partitions) {
      var unused =
          result
              .partitionResult(p)
              .whenComplete(
                  (info, error) -> {
                    if (error == null) {
                      ends.put(p, new End(info.offset(), now));
                      errors.remove(p);
                    } else {
                      errors.put(p, explain.apply(error));
                    }
                  });
    }
  }

  void forget(TopicPartition partition) {
    ends.remove(partition);
    errors.remove(partition);
  }
}
