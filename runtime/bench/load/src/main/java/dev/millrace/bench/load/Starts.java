package dev.millrace.bench.load;

import dev.millrace.bench.load.Contestants.Kind;
import dev.millrace.bench.load.Truth.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * From the start of a process to its first pane, of each, where 330 events are enough for one. Seen
 * by two readers: one that takes what is not committed yet, to whom a pane comes right after the
 * first records were read, and one that does not, to whom it comes with the first commit.
 */
final class Starts {
  private static final Duration DEADLINE = Duration.ofMinutes(3);
  private static final Duration LOOK = Duration.ofMillis(10);

  private final Setting setting;
  private final AtomicLong writtenMs = new AtomicLong();
  private final AtomicLong committedMs = new AtomicLong();

  private Starts(Setting setting) {
    this.setting = setting;
  }

  private static Workload few(int partitions) {
    return new Workload(1, 2_000, 100, /* exponent= */ 0, 1_000, Data.REPLAY, partitions);
  }

  static void run(Setting asked) throws IOException, ExecutionException, InterruptedException {
    Setting setting =
        asked.with(
            few(asked.workload().partitions()),
            asked.shape(),
            asked.byUser(),
            asked.kinds(),
            asked.rounds());
    Feed feed = setting.feed("events-" + setting.suffix(0) + "-few");
    setting.create(feed);
    Map<Window, Long> truth = feed.fill(setting.topics()).totals();
    System.out.println(
        """
        | runner | round | first pane written s | first pane committed s | CPU s until then | peak MiB until then | output |
        |---|---|---|---|---|---|---|""");
    for (int round = 1; round <= setting.rounds(); round++) {
      for (Kind kind : setting.kinds().stream().filter(Kind::hasOnePanePerWindow).toList()) {
        String run = setting.suffix(round) + "-start";
        Contestant contestant = setting.contestant(kind, feed, run);
        System.out.println(new Starts(setting).measure(contestant, round, truth));
      }
    }
  }

  private String measure(Contestant contestant, int round, Map<Window, Long> truth)
      throws IOException, InterruptedException {
    TestTopics topics = setting.topics();
    String output = contestant.output();
    long startNs = System.nanoTime();
    try (PaneReader written =
            new PaneReader(
                topics.readerOfAll(output, "read_uncommitted"),
                truth,
                /* oncePerWindow= */ false,
                pane -> writtenMs.compareAndSet(0, msSince(startNs)));
        PaneReader committed =
            new PaneReader(
                topics.readerOfAll(output),
                truth,
                /* oncePerWindow= */ true,
                pane -> committedMs.compareAndSet(0, msSince(startNs)));
        Watched process = new Watched(contestant.command(), setting.log(contestant))) {
      await(process, () -> written.windows() > 0);
      await(process, () -> committedMs.get() > 0);
      double cpuSeconds = process.cpuSeconds();
      long peakMib = process.peakMib();
      await(process, () -> committed.windows() >= truth.size());
      return "| %s | %d | %.2f | %.2f | %.1f | %d | %s |"
          .formatted(
              contestant.name(),
              round,
              writtenMs.get() / 1e3,
              committedMs.get() / 1e3,
              cpuSeconds,
              peakMib,
              Setting.verdict(committed.difference()));
    }
  }

  private static long msSince(long ns) {
    return (System.nanoTime() - ns) / 1_000_000;
  }

  private static void await(Watched process, BooleanSupplier condition)
      throws InterruptedException {
    while (!condition.getAsBoolean()
        && process.isAlive()
        && process.elapsedMs() < DEADLINE.toMillis()) {
      Thread.sleep(LOOK.toMillis());
    }
  }
}
