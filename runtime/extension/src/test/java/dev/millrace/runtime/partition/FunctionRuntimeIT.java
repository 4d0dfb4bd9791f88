package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.Pane;
import dev.millrace.engine.WindowView;
import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.services.SharedServices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exactly once on a real broker and a real Redis, through crashes of the pod (X1 to X7, R1 to R3).
 */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class FunctionRuntimeIT {
  private static final int PARTITIONS = 2;
  private static final int RECORDS = 4_000;
  private static final int KEYS = 10;
  private static final long START_MS = 1_700_000_000_000L;

  private static TestTopics topics;

  @TempDir Path folder;

  @BeforeAll
  static void connect() {
    topics = new TestTopics(SharedServices.kafka().address());
  }

  @AfterAll
  static void disconnect() {
    topics.close();
  }

  /** Records with disorder below the bound; the second half ends with one that closes all. */
  private static final class Feed {
    private final String topic;
    private final SplittableRandom random = new SplittableRandom(42);
    private final TreeMap<String, Long> sums = new TreeMap<>();
    private int sent;

    Feed(String topic) {
      this.topic = topic;
    }

    void send(int count, boolean byUser) {
      for (int i = 0; i < count; i++, sent++) {
        long at = START_MS + sent * 5L - random.nextInt(400);
        String user = "user-" + random.nextInt(KEYS);
        int partition = byUser ? random.nextInt(PARTITIONS) : partitionOf(user);
        topics.send(topic, partition, byUser ? "any-" + i : user, click(at, user, sent));
        long window = Math.floorDiv(at, 1_000L) * 1_000;
        sums.merge(
            user + " [" + window + "," + (window + 1_000) + ") on-time 0 true ",
            (long) sent,
            Long::sum);
      }
      topics.flush();
    }

    void end() {
      for (int p = 0; p < PARTITIONS; p++) {
        topics.send(topic, p, "end", click(START_MS + 100_000_000, "end", 0));
      }
      topics.flush();
    }

    List<String> expected() {
      List<String> panes = new ArrayList<>();
      sums.forEach((pane, sum) -> panes.add(pane + sum));
      return panes;
    }

    private static int partitionOf(String user) {
      return Math.floorMod(user.hashCode(), PARTITIONS);
    }

    private static String click(long at, String user, long amount) {
      return "{\"at\":" + at + ",\"user\":\"" + user + "\",\"amount\":" + amount + "}";
    }
  }

  private static void awaitPanes(String topic, int count) {
    TestRedis.until(() -> topics.panes(topic).size() >= count);
  }

  @Test
  void shouldEmitEveryPaneOnceWhenPodsCrashInMidStream() throws Exception {
    String name = "crash-plain";
    topics.create(name + "-in", PARTITIONS);
    Feed feed = new Feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    TestPod first = new TestPod("pod", ClickTotals.class, settings);
    feed.send(RECORDS / 2, false);
    awaitPanes(name + "-panes", KEYS);
    first.crash();
    TestPod second = new TestPod("pod", ClickTotals.class, settings);
    feed.send(RECORDS / 2, false);
    awaitPanes(name + "-panes", feed.expected().size() / 2);
    second.crash();
    try (TestPod third = new TestPod("pod", ClickTotals.class, settings)) {
      feed.end();
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldEmitEveryPaneOnceWhenARekeyedFunctionCrashes() throws Exception {
    String name = "crash-rekeyed";
    topics.create(name + "-in", PARTITIONS);
    Feed feed = new Feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    TestPod first = new TestPod("pod", UserTotals.class, settings);
    feed.send(RECORDS / 2, true);
    awaitPanes(name + "-panes", KEYS);
    first.crash();
    try (TestPod second = new TestPod("pod", UserTotals.class, settings)) {
      feed.send(RECORDS / 2, true);
      feed.end();
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldSplitAFiringWhenItIsLargerThanATransaction() throws Exception {
    String name = "split";
    topics.create(name + "-in", PARTITIONS);
    Feed feed = new Feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withMaxPanes(3);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      feed.send(RECORDS / 2, false);
      feed.end();
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldGoOnWithoutReplayWhenStoppedInOrder() throws Exception {
    String name = "stopped";
    topics.create(name + "-in", PARTITIONS);
    Feed feed = new Feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    TestPod first = new TestPod("pod-a", ClickTotals.class, settings);
    feed.send(RECORDS / 2, false);
    awaitPanes(name + "-panes", KEYS);
    first.close();
    try (TestPod second = new TestPod("pod-b", ClickTotals.class, settings)) {
      feed.send(RECORDS / 2, false);
      feed.end();
      awaitPanes(name + "-panes", feed.expected().size());
      assertThat(second.function().runners())
          .allMatch(runner -> runner.gauges().replayed.get() == 0);
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldHandPartitionsOverWhenASecondPodJoins() throws Exception {
    String name = "handover";
    topics.create(name + "-in", PARTITIONS);
    Feed feed = new Feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    try (TestPod first = new TestPod("pod-a", ClickTotals.class, settings)) {
      feed.send(RECORDS / 2, false);
      awaitPanes(name + "-panes", KEYS);
      try (TestPod second = new TestPod("pod-b", ClickTotals.class, settings)) {
        TestRedis.until(
            () ->
                first.function().runners().size() == 1 && second.function().runners().size() == 1);
        feed.send(RECORDS / 2, false);
        feed.end();
        awaitPanes(name + "-panes", feed.expected().size());
      }
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldCloseTheLastWindowWhenPartitionsFallSilent() throws Exception {
    String name = "silent";
    topics.create(name + "-in", PARTITIONS);
    Feed feed = new Feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(1_000);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      feed.send(RECORDS / 4, false);
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldCloseTheLastWindowWhenAllSourcesOfARekeyedFunctionFallSilent() throws Exception {
    String name = "silent-rekeyed";
    topics.create(name + "-in", PARTITIONS);
    Feed feed = new Feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(1_000);
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      feed.send(RECORDS / 4, true);
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldLoseNothingWhenAtLeastOnceCrashes() throws Exception {
    String name = "at-least-once";
    topics.create(name + "-in", PARTITIONS);
    Feed feed = new Feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder).with(Guarantee.AT_LEAST_ONCE);
    TestPod first = new TestPod("pod", ClickTotals.class, settings);
    feed.send(RECORDS / 2, false);
    awaitPanes(name + "-panes", KEYS);
    first.crash();
    try (TestPod second = new TestPod("pod", ClickTotals.class, settings)) {
      feed.send(RECORDS / 2, false);
      feed.end();
      TestRedis.until(
          () -> List.copyOf(topics.panes(name + "-panes")).containsAll(feed.expected()));
    }
    assertThat(topics.panes(name + "-panes").stream().distinct().toList())
        .containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldShowClosedWindowsOfAKeyOnlyOnceItHasThePartition() throws Exception {
    String name = "recent";
    topics.create(name + "-in", 1);
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    try (TestPod pod = new TestPod("first", ClickTotals.class, settings)) {
      topics.send(name + "-in", 0, "ann", Feed.click(START_MS, "ann", 7));
      topics.send(name + "-in", 0, "ann", Feed.click(START_MS + 100_000, "ann", 5));
      topics.flush();
      awaitPanes(name + "-panes", 1);
      KeyWindows windows = windowsOf(pod, "ann");
      assertThat(windows.recent()).extracting(Pane::startMs).containsExactly(START_MS);
      assertThat(windows.held())
          .extracting(WindowView::startMs)
          .containsExactly(START_MS + 100_000);
    }
    try (TestPod pod = new TestPod("second", ClickTotals.class, settings)) {
      TestRedis.until(() -> windowsOf(pod, "ann").recentSince() == 2);
      KeyWindows windows = windowsOf(pod, "ann");
      assertThat(windows.recent()).isEmpty();
      assertThat(windows.held()).hasSize(1);
    }
  }

  private static KeyWindows windowsOf(TestPod pod, String key) {
    PartitionRunner runner = pod.function().runner(PartitionRef.windows(0));
    return runner == null ? KeyWindows.NONE : runner.inspect(key.getBytes(UTF_8)).join();
  }
}
