package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.Pane;
import dev.millrace.engine.WindowView;
import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.ledger.CheckpointAsk;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.TestRedis;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exactly once on a real broker and a real Redis, through crashes of the pod (X1 to X7, R1 to R3).
 */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class FunctionRuntimeIT {
  private static final int PARTITIONS = 2;
  private static final int RECORDS = 4_000;
  private static final int KEYS = ClickFeed.USERS;

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  private static ClickFeed feed(String topic) {
    return ClickFeed.of(topics, topic, PARTITIONS);
  }

  private static void awaitPanes(String topic, int count) {
    TestRedis.until(() -> topics.panes(topic).size() >= count);
  }

  @Test
  void shouldEmitEveryPaneOnceWhenPodsCrashInMidStream() throws Exception {
    String name = "crash-plain";
    topics.create(name + "-in", PARTITIONS);
    ClickFeed feed = feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    TestPod first = new TestPod("pod", ClickTotals.class, settings);
    feed.send(RECORDS / 2);
    awaitPanes(name + "-panes", KEYS);
    first.crash();
    TestPod second = new TestPod("pod", ClickTotals.class, settings);
    feed.send(RECORDS / 2);
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
    ClickFeed feed = feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    TestPod first = new TestPod("pod", UserTotals.class, settings);
    feed.scatter(RECORDS / 2, false);
    awaitPanes(name + "-panes", KEYS);
    first.crash();
    try (TestPod second = new TestPod("pod", UserTotals.class, settings)) {
      feed.scatter(RECORDS / 2, false);
      feed.end();
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldSplitAFiringWhenItIsLargerThanATransaction() throws Exception {
    String name = "split";
    topics.create(name + "-in", PARTITIONS);
    ClickFeed feed = feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withMaxPanes(3);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      feed.send(RECORDS / 2);
      feed.end();
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldGoOnWithoutReplayWhenStoppedInOrder() throws Exception {
    String name = "stopped";
    topics.create(name + "-in", PARTITIONS);
    ClickFeed feed = feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    TestPod first = new TestPod("pod-a", ClickTotals.class, settings);
    feed.send(RECORDS / 2);
    awaitPanes(name + "-panes", KEYS);
    first.close();
    try (TestPod second = new TestPod("pod-b", ClickTotals.class, settings)) {
      feed.send(RECORDS / 2);
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
    ClickFeed feed = feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    try (TestPod first = new TestPod("pod-a", ClickTotals.class, settings)) {
      feed.send(RECORDS / 2);
      awaitPanes(name + "-panes", KEYS);
      try (TestPod second = new TestPod("pod-b", ClickTotals.class, settings)) {
        TestRedis.until(
            () ->
                first.function().runners().size() == 1 && second.function().runners().size() == 1);
        feed.send(RECORDS / 2);
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
    ClickFeed feed = feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(1_000);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      feed.send(RECORDS / 4);
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldCloseTheLastWindowWhenAllSourcesOfARekeyedFunctionFallSilent() throws Exception {
    String name = "silent-rekeyed";
    topics.create(name + "-in", PARTITIONS);
    ClickFeed feed = feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(1_000);
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      feed.scatter(RECORDS / 4, false);
      awaitPanes(name + "-panes", feed.expected().size());
    }
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  @Test
  void shouldLoseNothingWhenAtLeastOnceCrashes() throws Exception {
    String name = "at-least-once";
    topics.create(name + "-in", PARTITIONS);
    ClickFeed feed = feed(name + "-in");
    TestPod.Settings settings = TestPod.Settings.of(name, folder).with(Guarantee.AT_LEAST_ONCE);
    TestPod first = new TestPod("pod", ClickTotals.class, settings);
    feed.send(RECORDS / 2);
    awaitPanes(name + "-panes", KEYS);
    first.crash();
    try (TestPod second = new TestPod("pod", ClickTotals.class, settings)) {
      feed.send(RECORDS / 2);
      feed.end();
      TestRedis.until(
          () -> List.copyOf(topics.panes(name + "-panes")).containsAll(feed.expected()));
    }
    assertThat(topics.panes(name + "-panes").stream().distinct().toList())
        .containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  /** C5: without a second one while nothing else is asked. */
  @Test
  void shouldSaveAtOnceWhenCheckpointsAreAskedFor() throws Exception {
    String name = "asked";
    topics.create(name + "-in", PARTITIONS);
    TestPod.Settings settings =
        TestPod.Settings.of(name, folder)
            .withConfig(Map.of("quarkus.millrace.checkpoints.interval", "1h"));
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      feed(name + "-in").send(RECORDS / 4);
      Ledger ledger = pod.function().context().ledger();
      TestRedis.until(() -> ledger.readAll().stream().allMatch(p -> p.committed() > 0));
      assertThat(ledger.readAll()).allMatch(p -> p.checkpoint() == null);

      ledger.askForCheckpoints("now");
      TestRedis.until(() -> ledger.readAll().stream().allMatch(p -> p.checkpoint() != null));
      LedgerView view = Objects.requireNonNull(ledger.view());
      CheckpointAsk asked = Objects.requireNonNull(view.asked());
      assertThat(view.partitions()).allMatch(asked::isAnsweredBy);
      // The ledger is told first.
      TestRedis.until(
          () ->
              pod.function().runners().stream()
                  .allMatch(runner -> runner.gauges().checkpoints.get() >= 1));
      assertThat(pod.function().runners())
          .allMatch(runner -> runner.gauges().checkpoints.get() == 1);
    }
  }

  /** C5: what is being uploaded when the wish comes began before it, and lacks what came since. */
  @Test
  void shouldSaveAgainWhenACheckpointIsAskedForDuringAnUpload() throws Exception {
    String name = "asked-again";
    topics.create(name + "-in", 1);
    ClickFeed feed = ClickFeed.of(topics, name + "-in", 1);
    TestPod.Settings settings =
        TestPod.Settings.of(name, folder)
            .withConfig(Map.of("quarkus.millrace.checkpoints.interval", "1h"));
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      Ledger ledger = pod.function().context().ledger();
      feed.send(RECORDS / 4);
      awaitCommitted(ledger, RECORDS / 4);
      CountDownLatch uploads = pod.holdUploads();
      ledger.askForCheckpoints("one");
      TestRedis.until(pod::hasUploadWaiting);

      feed.send(RECORDS / 4);
      awaitCommitted(ledger, RECORDS / 2);
      ledger.askForCheckpoints("two");
      uploads.countDown();
      TestRedis.until(() -> hasAnswered(Objects.requireNonNull(ledger.view()), RECORDS / 2));
    }
  }

  private static void awaitCommitted(Ledger ledger, long offset) {
    TestRedis.until(() -> ledger.read(PartitionRef.windows(0)).committed() >= offset);
  }

  /** An answer holds what there was, whenever one looks. */
  private static boolean hasAnswered(LedgerView view, long offset) {
    CheckpointAsk asked = Objects.requireNonNull(view.asked());
    boolean answered = view.partitions().stream().allMatch(asked::isAnsweredBy);
    if (answered) {
      assertThat(view.partitions()).allMatch(p -> p.checkpointOffset() >= offset);
    }
    return answered;
  }

  @Test
  void shouldShowClosedWindowsOfAKeyOnlyOnceItHasThePartition() throws Exception {
    String name = "recent";
    topics.create(name + "-in", 1);
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    try (TestPod pod = new TestPod("first", ClickTotals.class, settings)) {
      topics.send(name + "-in", 0, "ann", ClickFeed.click(ClickFeed.START_MS, "ann", 7));
      topics.send(name + "-in", 0, "ann", ClickFeed.click(ClickFeed.START_MS + 100_000, "ann", 5));
      topics.flush();
      awaitPanes(name + "-panes", 1);
      KeyWindows windows = windowsOf(pod, "ann");
      assertThat(windows.recent()).extracting(Pane::startMs).containsExactly(ClickFeed.START_MS);
      assertThat(windows.held())
          .extracting(WindowView::startMs)
          .containsExactly(ClickFeed.START_MS + 100_000);
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
