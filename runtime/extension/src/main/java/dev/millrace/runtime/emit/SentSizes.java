package dev.millrace.runtime.emit;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The largest record sent to each topic, and the first that the broker refused for its size: what
 * {@link RecordLimits} learn from. No allocation per record. One thread sends, the producer's calls
 * back.
 */
final class SentSizes implements Callback {
  private final RecordLimits limits;
  private final Map<String, long[]> largest = new HashMap<>();
  private volatile @Nullable String refusedTopic;

  SentSizes(RecordLimits limits) {
    this.limits = limits;
  }

  int limit(String topic) {
    return limits.of(topic);
  }

  /**
   * To be called before a record is sent with this as its callback.
   *
   * @param recordBytes as {@link RecordSize} estimates
   */
  void sending(String topic, long recordBytes) {
    long[] bytes = largest.get(topic);
    if (bytes == null) {
      bytes = new long[1];
      largest.put(topic, bytes);
    }
    bytes[0] = Math.max(bytes[0], recordBytes);
  }

  @Override
  public void onCompletion(RecordMetadata sent, @Nullable Exception failure) {
    if (RecordLimits.isRefusal(failure)) {
      refusedTopic = sent.topic();
    }
  }

  /** To be called when a commit has failed. */
  void learn() {
    String topic = refusedTopic;
    long[] bytes = topic == null ? null : largest.get(topic);
    if (topic != null && bytes != null) {
      limits.refused(topic, bytes[0]);
      refusedTopic = null;
    }
  }
}
