package dev.millrace.bench.load;

import dev.millrace.bench.load.Contestants.Kind;
import dev.millrace.bench.load.Truth.Window;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * Whose output is right where event time does not run evenly, of peers both as they are and with
 * the settings for it, all exactly once. What is wrong is counted, and ends nothing.
 */
final class DataSets {
  private DataSets() {}

  static void run(Setting setting) throws IOException, ExecutionException, InterruptedException {
    Data data = setting.workload().data();
    Feed feed = setting.feed("events-" + setting.suffix(0) + "-" + data);
    setting.create(feed);
    Map<Window, Long> truth = feed.fill(setting.topics()).totals();
    System.out.printf("%s, panes=%d%n", feed, truth.size());
    System.out.println(
        """
        | runner | round | data | wall s | output |
        |---|---|---|---|---|""");
    for (int round = 1; round <= setting.rounds(); round++) {
      for (Kind kind : setting.kinds().stream().filter(Kind::survivesKill).toList()) {
        String run = setting.suffix(round) + "-" + data.label();
        Contestant contestant = setting.contestant(kind, feed, run);
        Run.Result result =
            new Run(setting.topics(), feed, contestant, setting.log(contestant)).measure(truth);
        System.out.printf(
            "| %s | %d | %s | %.1f | %s |%n",
            contestant.name(),
            round,
            data,
            result.wallMs() / 1e3,
            Setting.verdict(result.difference()));
      }
    }
  }
}
