package dev.millrace.bench.load;

import dev.millrace.bench.load.Contestants.Kind;
import dev.millrace.bench.load.Truth.Window;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** How long each takes to catch up when it is killed, with its local disk and without. */
final class Kills {
  private Kills() {}

  static void run(Setting setting) throws IOException, ExecutionException, InterruptedException {
    System.out.println(
        """
        | runner | round | local disk | killed to caught up s | to its first commit s | usual lag, records | output |
        |---|---|---|---|---|---|---|""");
    Map<Window, Long> truth = setting.feed("").truth();
    List<Kind> kinds = setting.kinds().stream().filter(Kind::survivesKill).toList();
    for (int round = 1; round <= setting.rounds(); round++) {
      for (Kind kind : kinds) {
        for (boolean diskLost : new boolean[] {false, true}) {
          String run = setting.suffix(round) + (diskLost ? "-lost" : "-kept");
          Feed feed = setting.feed(kind, run);
          setting.create(feed);
          Contestant contestant = setting.contestant(kind, feed, run);
          Recovery recovery =
              new Recovery(setting.topics(), feed, contestant, diskLost, setting.log(contestant));
          print(contestant, round, diskLost, recovery.measure(truth));
        }
      }
    }
  }

  private static void print(
      Contestant contestant, int round, boolean diskLost, Recovery.Result result) {
    System.out.printf(
        "| %s | %d | %s | %s | %s | %,d | %s |%n",
        contestant.name(),
        round,
        diskLost ? "lost" : "kept",
        seconds(result.caughtUpMs()),
        seconds(result.backMs()),
        result.usualLag(),
        Setting.verdict(result.difference()));
  }

  private static String seconds(long ms) {
    return ms == 0 ? "–" : "%.1f".formatted(ms / 1e3);
  }
}
