package dev.millrace.bench.load;

import dev.millrace.bench.load.Truth.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A contestant at work, once, watched from outside by its committed offsets and its panes. */
final class Run {
  private static final Duration DEADLINE = Duration.ofMinutes(15);
  private static final Duration LOOK = Duration.ofMillis(50);

  /** So long nothing new may come when all is read: then what is missing never will. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  /**
   * The same for a partition that fell silent: where its event time goes on at the pace of the
   * clock (W8), its last window is complete when as much time has passed as it is long.
   */
  private static final Duration GRACE_OF_SILENCE = Duration.ofSeconds(400);

  /** Where a window has several panes, for the last ones, once all input is read. */
  private static final Duration LAST_UPDATES = Duration.ofSeconds(3);

  private final TestTopics topics;
  private final Workload workload;
  private final long records;
  private final Contestant contestant;
  private final Path log;
  private long firstMs;
  private long readMs;
  private int windows;
  private long newestMs;
  private Sample half = new Sample(0, 0);
  private Sample now = new Sample(0, 0);
  private long elapsedMs;
  private long peakMib;

  /**
   * What was seen.
   *
   * @param firstMs from the start of the process to its first committed offset
   * @param wallMs of the whole run
   * @param cpuSeconds of the whole run
   * @param pauseSeconds of them, in pauses of the garbage collector
   * @param warmPerCpuSecond events per CPU-second of the second half
   * @param peakMib largest resident memory
   * @param difference the first from the truth, or null: all is right
   */
  record Result(
      long firstMs,
      long wallMs,
      double cpuSeconds,
      double pauseSeconds,
      long warmPerCpuSecond,
      long peakMib,
      @Nullable String difference) {}

  private record Sample(long events, double cpuSeconds) {}

  Run(TestTopics topics, Feed feed, Contestant contestant, Path log) {
    this.topics = topics;
    this.workload = feed.workload();
    this.records = TestTopics.records(feed.workload(), feed.shape());
    this.contestant = contestant;
    this.log = log;
  }

  Result measure(Map<Window, Long> truth)
      throws IOException, InterruptedException, ExecutionException {
    if (!contestant.hasPanes()) {
      return result(watch(null, 0));
    }
    try (PaneReader panes =
        new PaneReader(
            topics.readerOfAll(contestant.output()), truth, contestant.oncePerWindow())) {
      String trouble = watch(panes, truth.size());
      return result(trouble == null ? panes.difference() : trouble);
    }
  }

  private Result result(@Nullable String difference) throws IOException {
    Sample end = new Sample(workload.events(), now.cpuSeconds());
    return new Result(
        firstMs,
        elapsedMs,
        now.cpuSeconds(),
        Pauses.seconds(log),
        rate(half, end),
        peakMib,
        difference);
  }

  private static long rate(Sample from, Sample to) {
    double cpuSeconds = to.cpuSeconds() - from.cpuSeconds();
    return cpuSeconds == 0 ? 0 : Math.round((to.events() - from.events()) / cpuSeconds);
  }

  /** Watches it to its end; returns why it got to none, or null. */
  private @Nullable String watch(@Nullable PaneReader panes, int expected)
      throws IOException, InterruptedException, ExecutionException {
    try (Watched process = new Watched(contestant.command(), log)) {
      while (!isDone(panes, expected)) {
        if (!process.isAlive() || elapsedMs > DEADLINE.toMillis()) {
          return "did not read all, but %d of %d; see %s".formatted(now.events(), records, log);
        }
        look(process, panes);
        Thread.sleep(LOOK.toMillis());
      }
      return null;
    }
  }

  private void look(Watched process, @Nullable PaneReader panes)
      throws IOException, InterruptedException, ExecutionException {
    long committed = topics.committed(contestant.group(), contestant.input());
    long events =
        contestant.stages() && panes != null
            ? workload.eventsAtCompletion(panes.newestEndMs())
            : committed;
    now = new Sample(events, process.cpuSeconds());
    elapsedMs = process.elapsedMs();
    peakMib = process.peakMib();
    if (firstMs == 0 && committed > 0) {
      firstMs = elapsedMs;
    }
    if (readMs == 0 && committed >= records) {
      readMs = elapsedMs;
      newestMs = elapsedMs;
    }
    if (panes != null && panes.windows() > windows) {
      windows = panes.windows();
      newestMs = elapsedMs;
    }
    if (half.events() == 0 && events >= workload.events() / 2) {
      half = now;
    }
  }

  private long graceMs() {
    return (workload.data() == Data.SILENT_PARTITION ? GRACE_OF_SILENCE : GRACE).toMillis();
  }

  private boolean isDone(@Nullable PaneReader panes, int expected) {
    if (readMs == 0) {
      return false;
    }
    boolean complete = panes == null || panes.windows() >= expected;
    boolean settled = contestant.oncePerWindow() || elapsedMs - readMs > LAST_UPDATES.toMillis();
    return (complete && settled) || elapsedMs - newestMs > graceMs();
  }
}
