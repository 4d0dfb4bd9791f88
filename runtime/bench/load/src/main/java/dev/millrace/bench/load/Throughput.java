package dev.millrace.bench.load;

import dev.millrace.bench.load.Contestants.Kind;
import dev.millrace.bench.load.Truth.Window;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** Events per CPU-second of each, of a topic that is full when it starts. */
final class Throughput {
  private Throughput() {}

  /** Runs the rounds, prints each run when it is done, and returns all of them. */
  static Map<Kind, List<Run.Result>> run(Setting setting)
      throws IOException, ExecutionException, InterruptedException {
    Feed feed = setting.feed("events-" + setting.suffix(0));
    setting.create(feed);
    Map<Window, Long> truth = feed.fill(setting.topics()).totals();
    System.out.printf("%s, panes=%d%n", feed, truth.size());
    System.out.println(
        """
        | runner | round | events per CPU-second, warmed half | CPU s | garbage | wall s | first commit s | peak MiB | output |
        |---|---|---|---|---|---|---|---|---|""");
    Map<Kind, List<Run.Result>> results = new EnumMap<>(Kind.class);
    for (int round = 1; round <= setting.rounds(); round++) {
      for (Kind kind : setting.kinds()) {
        Contestant contestant = setting.contestant(kind, feed, setting.suffix(round));
        Run.Result result =
            new Run(setting.topics(), feed, contestant, setting.log(contestant)).measure(truth);
        print(contestant, round, result);
        results.computeIfAbsent(kind, k -> new ArrayList<>()).add(result);
      }
    }
    return results;
  }

  private static void print(Contestant contestant, int round, Run.Result result) {
    System.out.printf(
        "| %s | %d | %s | %.1f | %.1f %% | %.1f | %.1f | %d | %s |%n",
        contestant.name(),
        round,
        result.difference() == null ? "%,d".formatted(result.warmPerCpuSecond()) : "–",
        result.cpuSeconds(),
        100 * result.pauseSeconds() / Math.max(result.cpuSeconds(), 1e-9),
        result.wallMs() / 1e3,
        result.firstMs() / 1e3,
        result.peakMib(),
        Setting.verdict(result.difference()));
  }
}
