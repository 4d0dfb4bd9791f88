package dev.millrace.bench.load;

import dev.millrace.bench.load.Truth.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A contestant that is killed by SIGKILL while events come at a constant rate, and started again at
 * once: how long until it lags no more than before, and whether what it wrote is right.
 */
final class Recovery {
  /** With 1 ms of event time per event: as many open keys as there are users, nearly. */
  private static final long FIRST = 300_000;

  private static final int PER_SECOND = 4_000;

  /** Caught up for so long before it is killed; longer than any checkpoint interval. */
  private static final Duration STEADY = Duration.ofSeconds(25);

  /** The largest lag of so long before the kill is the usual one. */
  private static final Duration USUAL = Duration.ofSeconds(12);

  private static final Duration DEADLINE = Duration.ofMinutes(5);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final TestTopics topics;
  private final Feed feed;
  private final Contestant contestant;
  private final boolean diskLost;
  private final Path log;
  private final AtomicLong written = new AtomicLong();
  private long backMs;
  private long caughtUpMs;
  private long usualLag;

  /**
   * What was seen.
   *
   * @param backMs from the kill to the next commit, or 0
   * @param caughtUpMs from the kill to the usual lag, or 0
   * @param usualLag in records, before the kill
   * @param difference why it got to no end, or the first from the truth, or null: all is right
   */
  record Result(long backMs, long caughtUpMs, long usualLag, @Nullable String difference) {}

  /**
   * @param diskLost its local state is deleted when it is killed
   */
  Recovery(TestTopics topics, Feed feed, Contestant contestant, boolean diskLost, Path log) {
    this.topics = topics;
    this.feed = feed;
    this.contestant = contestant;
    this.diskLost = diskLost;
    this.log = log;
  }

  Result measure(Map<Window, Long> truth)
      throws IOException, InterruptedException, ExecutionException {
    Thread feeding =
        new Thread(
            () -> feed.live(topics, FIRST, PER_SECOND, e -> written.incrementAndGet()), "feed");
    feeding.start();
    try (PaneReader panes = new PaneReader(topics.readerOfAll(contestant.output()), truth, true)) {
      String trouble = runAndKill();
      if (trouble == null) {
        trouble = runAgain(feeding, panes, truth.size());
      }
      feeding.join();
      return new Result(
          backMs, caughtUpMs, usualLag, trouble == null ? panes.difference() : trouble);
    }
  }

  private @Nullable String runAndKill()
      throws IOException, InterruptedException, ExecutionException {
    try (Watched process = new Watched(contestant.command(), log)) {
      String trouble = await(process, () -> committed() >= FIRST);
      long caughtUpNs = System.nanoTime();
      long sinceMs = 0;
      while (trouble == null && sinceMs < STEADY.toMillis()) {
        Thread.sleep(LOOK.toMillis());
        sinceMs = msSince(caughtUpNs);
        if (sinceMs > STEADY.minus(USUAL).toMillis()) {
          usualLag = Math.max(usualLag, lag());
        }
      }
      process.kill();
      return trouble;
    }
  }

  private @Nullable String runAgain(Thread feeding, PaneReader panes, int windows)
      throws IOException, InterruptedException, ExecutionException {
    long killedNs = System.nanoTime();
    if (diskLost) {
      delete(contestant.local());
    }
    try (Watched again = new Watched(contestant.command(), log)) {
      // Right after the kill the lag is as it was: what counts is what the new process commits.
      long before = committed();
      String trouble = await(again, () -> committed() > before);
      backMs = trouble == null ? msSince(killedNs) : 0;
      if (trouble == null) {
        trouble = await(again, () -> lag() <= usualLag);
        caughtUpMs = trouble == null ? msSince(killedNs) : 0;
      }
      feeding.join();
      long records = TestTopics.records(feed.workload(), feed.shape());
      return trouble == null
          ? await(again, () -> committed() >= records && panes.windows() >= windows)
          : trouble;
    }
  }

  private static long msSince(long ns) {
    return (System.nanoTime() - ns) / 1_000_000;
  }

  private interface Condition {
    boolean holds() throws InterruptedException, ExecutionException;
  }

  /** Returns why it will not come to that, or null when it has. */
  private @Nullable String await(Watched process, Condition condition)
      throws InterruptedException, ExecutionException {
    while (!condition.holds()) {
      if (!process.isAlive() || process.elapsedMs() > DEADLINE.toMillis()) {
        return "does not catch up: committed=%d, written=%d, see %s"
            .formatted(committed(), written.get(), log);
      }
      Thread.sleep(LOOK.toMillis());
    }
    return null;
  }

  private long lag() throws InterruptedException, ExecutionException {
    return written.get() - committed();
  }

  private long committed() throws InterruptedException, ExecutionException {
    return topics.committed(contestant.group(), contestant.input());
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }
}
