package dev.millrace.runtime.emit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * How large a record of a topic may be, in bytes as {@link RecordSize} estimates. What topics are
 * said to take may be unknown or wrong, so the broker's refusals are learned. Thread-safe.
 */
public final class RecordLimits {
  private static final Logger LOG = Logger.getLogger(RecordLimits.class);

  private final int largest;
  private final int otherwise;
  private final Map<String, Integer> byTopic = new ConcurrentHashMap<>();

  /**
   * Limits of topics.
   *
   * @param byTopic what they are known to take
   * @param otherwise what other topics take
   * @param largest what the producer sends to any
   */
  public RecordLimits(Map<String, Integer> byTopic, int otherwise, int largest) {
    this.otherwise = Math.min(otherwise, largest);
    this.largest = largest;
    byTopic.forEach((topic, bytes) -> this.byTopic.put(topic, Math.min(bytes, largest)));
  }

  /** The limit of a topic. */
  public int of(String topic) {
    Integer bytes = byTopic.get(topic);
    return bytes == null ? otherwise : bytes;
  }

  /** The limit of the topic that takes the largest records. */
  public int greatest() {
    return byTopic.values().stream().mapToInt(Integer::intValue).max().orElse(otherwise);
  }

  /** The broker took no record of a topic of that size: the next attempt sends none. */
  void refused(String topic, long bytes) {
    int now = (int) Math.min(largest, bytes - 1);
    byTopic.merge(topic, now, Math::min);
    LOG.warnf(
        "Expected a topic to take records of the size that it is said to take, but it refused one:"
            + " topic=%s, bytes=%d. Records as large go to the dead letters from now on. Allow the"
            + " pod DescribeConfigs on the topic, or restart it after a change of"
            + " max.message.bytes.",
        topic, bytes);
  }

  /** Whether a failure is the broker's refusal of a record for its size. */
  static boolean isRefusal(@Nullable Throwable failure) {
    return failure instanceof RecordTooLargeException;
  }
}
