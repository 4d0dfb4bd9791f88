package dev.millrace.bench.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.millrace.bench.load.Workload.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** What a batch job would answer: the sum per key and window. */
final class Truth {
  private final Map<String, Long> sums = new HashMap<>();

  void add(Event event) {
    sums.merge(name(event.key(), event.windowStartMs()), (long) event.amount(), Long::sum);
  }

  private static String name(String key, long windowStartMs) {
    return key + '@' + windowStartMs;
  }

  int panes() {
    return sums.size();
  }

  /**
   * Compares a topic of results: each pane once, each right, none missing.
   *
   * @throws IllegalStateException with the first difference
   */
  void check(TestTopics topics, String topic) throws IOException {
    Map<String, Long> missing = new HashMap<>(sums);
    try (KafkaConsumer<byte[], byte[]> consumer = topics.readerOfAll(topic)) {
      var ends = consumer.endOffsets(consumer.assignment()).entrySet();
      while (ends.stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          check(record.value(), missing);
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "Expected all panes, but some are missing: topic="
              + topic
              + ", missing="
              + missing.size()
              + " of "
              + sums.size());
    }
  }

  private static void check(byte[] json, Map<String, Long> missing) throws IOException {
    String key = "";
    long startMs = 0;
    long total = 0;
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME) {
          String field = parser.currentName();
          parser.nextToken();
          switch (field) {
            case "key" -> key = parser.getText();
            case "windowStart" -> startMs = parser.getLongValue();
            case "total" -> total = parser.getLongValue();
            default -> parser.skipChildren();
          }
        }
      }
    }
    if (key.startsWith("end-")) {
      return;
    }
    Long expected = missing.remove(name(key, startMs));
    if (expected == null || expected != total) {
      throw new IllegalStateException(
          "Expected the batch job's sum, once, but got another: key="
              + key
              + ", windowStart="
              + startMs
              + ", total="
              + total
              + ", expected="
              + expected);
    }
  }
}
