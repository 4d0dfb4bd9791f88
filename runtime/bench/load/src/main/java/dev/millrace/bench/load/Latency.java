package dev.millrace.bench.load;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.load.Truth.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A contestant that is sent events at a constant rate: how long after the record that completes a
 * window its panes are with a {@code read_committed} reader. The first half of the windows warms
 * up.
 */
final class Latency {
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final int DIGITS = 3;

  private final TestTopics topics;
  private final Feed feed;
  private final Contestant contestant;
  private final int perSecond;
  private final Path log;
  private final Completions completions;
  private final Histogram micros = new Histogram(DIGITS);

  /**
   * What was seen.
   *
   * @param micros of each pane of the second half, in microseconds
   * @param difference the first from the truth, or null: all is right
   */
  record Result(Histogram micros, double cpuSeconds, @Nullable String difference) {}

  Latency(TestTopics topics, Feed feed, Contestant contestant, int perSecond, Path log) {
    this.topics = topics;
    this.feed = feed;
    this.contestant = contestant;
    this.perSecond = perSecond;
    this.log = log;
    this.completions = new Completions(feed.workload());
  }

  Result measure(Map<Window, Long> truth) throws IOException, InterruptedException {
    try (PaneReader panes =
            new PaneReader(topics.readerOfAll(contestant.output()), truth, true, this::seen);
        Watched process = new Watched(contestant.command(), log)) {
      feed.live(topics, 0, perSecond, completions::sending);
      long deadlineMs = process.elapsedMs() + DEADLINE.toMillis();
      while (panes.windows() < truth.size()
          && process.isAlive()
          && process.elapsedMs() < deadlineMs) {
        Thread.sleep(LOOK.toMillis());
      }
      double cpuSeconds = process.isAlive() ? process.cpuSeconds() : 0;
      String difference = panes.difference();
      return new Result(micros, cpuSeconds, difference);
    }
  }

  private void seen(Pane pane) {
    long sinceNs = completions.sinceNs(pane);
    Workload workload = feed.workload();
    if (sinceNs >= 0 && workload.eventsAtCompletion(pane.endMs()) > workload.events() / 2) {
      micros.recordValue(sinceNs / 1_000);
    }
  }
}
