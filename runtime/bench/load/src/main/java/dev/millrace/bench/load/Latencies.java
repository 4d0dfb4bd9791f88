package dev.millrace.bench.load;

import dev.millrace.bench.load.Contestants.Kind;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.HdrHistogram.Histogram;

/** How long after the record that completes a window its panes are there, of each. */
final class Latencies {
  private Latencies() {}

  /**
   * Runs the rounds.
   *
   * @param perSecond how many events are sent in a second
   */
  static void run(Setting setting, int perSecond)
      throws IOException, ExecutionException, InterruptedException {
    System.out.printf(
        """
        %,d events a second, %,d keys
        | runner | round | panes | p50 ms | p99 ms | p99.9 ms | longest ms | CPU s | output |
        |---|---|---|---|---|---|---|---|---|
        """,
        perSecond, setting.workload().keys());
    for (int round = 1; round <= setting.rounds(); round++) {
      for (Kind kind : setting.kinds().stream().filter(Kind::hasOnePanePerWindow).toList()) {
        String run = setting.suffix(round) + "-live";
        Feed feed = setting.feed(kind, run);
        setting.create(feed);
        Contestant contestant = setting.contestant(kind, feed, run);
        Latency latency =
            new Latency(setting.topics(), feed, contestant, perSecond, setting.log(contestant));
        print(contestant, round, latency.measure(feed.truth()));
      }
    }
  }

  private static void print(Contestant contestant, int round, Latency.Result result) {
    Histogram micros = result.micros();
    System.out.printf(
        "| %s | %d | %,d | %.1f | %.1f | %.1f | %.1f | %.1f | %s |%n",
        contestant.name(),
        round,
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3,
        micros.getMaxValue() / 1e3,
        result.cpuSeconds(),
        Setting.verdict(result.difference()));
  }
}
