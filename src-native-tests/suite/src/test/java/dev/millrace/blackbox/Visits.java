package dev.millrace.blackbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Visits of users in two partitions, a function that counts them per user and ten seconds, re-keyed
 * because the records' key is the page, and what it must have written in the end. For one test.
 */
final class Visits {
  static final int PARTITIONS = 2;
  private static final long STEP_MS = 250;
  private static final long WINDOW_MS = 10_000;
  private static final int USERS = 7;

  private final String function;
  private final Topics topics;
  private final Map<String, Long> counts = new TreeMap<>();
  private long sent;

  Visits(String function, Topics topics) {
    this.function = function;
    this.topics = topics;
    topics.create(PARTITIONS, function + "-in", function + "-panes");
  }

  Path document(Path folder) {
    return Documents.write(
        folder,
        function,
        """
        key: user
        window: {tumbling: {size: 10s}}
        watermarks: {outOfOrderness: 0s, idleTimeout: never}
        aggregates: {n: count}
        output: {times: epoch-millis}
        """);
  }

  /** Sends that many, in order within each partition. */
  void send(int count) {
    for (int i = 0; i < count; i++, sent++) {
      long at = sent * STEP_MS;
      String user = "user-" + sent % USERS;
      sendOne((int) (sent % PARTITIONS), user, at);
      counts.merge(user + " " + Math.floorDiv(at, WINDOW_MS) * WINDOW_MS, 1L, Long::sum);
    }
    topics.flush();
  }

  /** Sends what completes all windows before it; its own stay open. */
  void end() {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      sendOne(partition, "end", sent * STEP_MS + 1_000_000);
    }
    topics.flush();
  }

  private void sendOne(int partition, String user, long at) {
    topics.sendTo(
        function + "-in", partition, "page", "{\"user\":\"" + user + "\",\"at\":" + at + "}");
  }

  /** Counts of complete windows, in the order of their text. */
  List<String> expected() {
    return counts.entrySet().stream()
        .map(
            e -> {
              String user = e.getKey().substring(0, e.getKey().indexOf(' '));
              long start = Long.parseLong(e.getKey().substring(user.length() + 1));
              return "%s [%d,%d) on-time final {\"key\":\"%s\",\"windowStart\":%d,\"windowEnd\":%d,\"n\":%d}"
                  .formatted(
                      user, start, start + WINDOW_MS, user, start, start + WINDOW_MS, e.getValue());
            })
        .sorted()
        .toList();
  }

  /** What is written so far. */
  List<String> seen() {
    return topics.panes(function + "-panes");
  }

  void awaitAll(Pod pod) {
    pod.until("all counts are written", () -> seen().size() >= counts.size());
  }
}
