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

  /**
   * What was seen.
   *
   * @param caughtUpMs from the kill to the usual lag
   * @param usualLag in records, before the kill
   * @param difference the first from the truth, or null: all is right
   */
  record Result(long caughtUpMs, long usualLag, @Nullable String difference) {}

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
      long usualLag = runAndKill();
      long killedNs = System.nanoTime();
      if (diskLost) {
        delete(contestant.local());
      }
      try (Watched again = new Watched(contestant.command(), log)) {
        // Right after the kill the lag is as it was: what counts is what the new process commits.
        long before = committed();
        await(again, () -> committed() > before && lag() <= usualLag);
        long caughtUpMs = (System.nanoTime() - killedNs) / 1_000_000;
        feeding.join();
        long records = TestTopics.records(feed.workload(), feed.shape());
        await(again, () -> committed() >= records && panes.windows() >= truth.size());
        return new Result(caughtUpMs, usualLag, panes.difference());
      }
    }
  }

  private long runAndKill() throws IOException, InterruptedException, ExecutionException {
    try (Watched process = new Watched(contestant.command(), log)) {
      await(process, () -> committed() >= FIRST);
      long caughtUpNs = System.nanoTime();
      long usualLag = 0;
      long sinceMs = 0;
      while (sinceMs < STEADY.toMillis()) {
        Thread.sleep(LOOK.toMillis());
        sinceMs = (System.nanoTime() - caughtUpNs) / 1_000_000;
        if (sinceMs > STEADY.minus(USUAL).toMillis()) {
          usualLag = Math.max(usualLag, lag());
        }
      }
      process.kill();
      return usualLag;
    }
  }

  private interface Condition {
    boolean holds() throws InterruptedException, ExecutionException;
  }

  private void await(Watched process, Condition condition)
      throws InterruptedException, ExecutionException {
    while (!condition.holds()) {
      if (!process.isAlive() || process.elapsedMs() > DEADLINE.toMillis()) {
        throw new IllegalStateException(
            "Expected %s to catch up, but it did not: committed=%d, written=%d. See %s"
                .formatted(contestant.name(), committed(), written.get(), log));
      }
      Thread.sleep(LOOK.toMillis());
    }
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
