package dev.millrace.runtime.partition;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.SourceMarker;
import dev.millrace.runtime.emit.HeaderNames;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.runtime.position.RefusedException;
import dev.millrace.runtime.rekey.InBand;
import dev.millrace.services.SharedServices;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Functions that read several topics, on a real broker and a real Redis (R5, with R1 to R3). */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class UnionIT {
  private static final int A_PARTITIONS = 3;
  private static final int B_PARTITIONS = 1;
  private static final int RECORDS = 2_000;

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  /** A function of that name that reads {@code <name>-a} and {@code <name>-b}. */
  private TestPod.Settings union(String name) throws Exception {
    topics.create(name + "-a", A_PARTITIONS);
    topics.create(name + "-b", B_PARTITIONS);
    return TestPod.Settings.of(name, folder).reading(name + "-a", name + "-b");
  }

  private static ClickFeed feed(String name) {
    return ClickFeed.of(topics, name + "-a", A_PARTITIONS).and(name + "-b", B_PARTITIONS);
  }

  private static void awaitPanes(String name, int count) {
    TestRedis.until(() -> topics.panes(name + "-panes").size() >= count);
  }

  private static void awaitMarker(String name, Predicate<SourceMarker> wanted) {
    String topic = "it." + name + ".rekey";
    TestRedis.until(
        () ->
            topics.committed(topic).stream()
                .filter(InBand::isMarker)
                .flatMap(r -> InBand.readMarkers(r).stream())
                .anyMatch(wanted));
  }

  /** Waits until all partitions wait for all sources again: what comes before that may be late. */
  private static void awaitJoined(String name) {
    // As many partitions as the largest topic has.
    int markers = A_PARTITIONS * (A_PARTITIONS + B_PARTITIONS);
    TestRedis.until(
        () -> {
          Map<String, Boolean> left = standings(name);
          return left.size() == markers && !left.containsValue(true);
        });
  }

  /** For each partition and source whether the last marker there says that it has left. */
  private static Map<String, Boolean> standings(String name) {
    Map<String, Boolean> left = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> r : topics.committed("it." + name + ".rekey")) {
      if (InBand.isMarker(r)) {
        InBand.readMarkers(r)
            .forEach(marker -> left.put(r.partition() + ":" + marker.source(), marker.left()));
      }
    }
    return left;
  }

  /** What was not read of a topic when it is removed never will be. */
  private static void awaitRead(TestPod pod) {
    TestRedis.until(
        () ->
            pod.function().runners().stream()
                .filter(runner -> runner.status().ref().stage() == Stage.SOURCE)
                .allMatch(runner -> isAtEnd(pod, runner.status())));
  }

  private static boolean isAtEnd(TestPod pod, PartitionStatus status) {
    try {
      TopicPartition log = pod.function().context().logOf(status.ref());
      return status.position().committed() == topics.end(log);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertPanes(String name, ClickFeed feed) {
    assertThat(topics.panes(name + "-panes")).containsExactlyInAnyOrderElementsOf(feed.expected());
  }

  private static List<String> origins(String topic) {
    return topics.committed(topic).stream().map(UnionIT::origin).toList();
  }

  private static String origin(ConsumerRecord<byte[], byte[]> r) {
    return TestTopics.header(r, HeaderNames.SOURCE_TOPIC)
        + "-"
        + TestTopics.header(r, HeaderNames.SOURCE_PARTITION);
  }

  /** X2, X3: as without a crash; what is rejected or late says of which topic it is. */
  @Test
  void shouldEmitEveryPaneOnceWhenPodsCrashInMidStream() throws Exception {
    String name = "union-crash";
    TestPod.Settings settings = union(name);
    ClickFeed feed = feed(name);
    TestPod first = new TestPod("pod", UserTotals.class, settings);
    feed.scatter(RECORDS, false);
    topics.send(name + "-b", 0, "bad", "no JSON");
    awaitPanes(name, ClickFeed.USERS);
    first.crash();
    try (TestPod second = new TestPod("pod", UserTotals.class, settings)) {
      feed.scatter(RECORDS, false);
      feed.end();
      awaitPanes(name, feed.expected().size());
      topics.send(name + "-b", 0, "x", ClickFeed.click(ClickFeed.START_MS, "late", 1));
      TestRedis.until(() -> !topics.committed(name + "-late").isEmpty());
    }
    assertPanes(name, feed);
    assertThat(origins(name + "-late")).containsExactly(name + "-b-0");
    assertThat(origins(name + "-dead-letters")).containsExactly(name + "-b-0");
  }

  /** W8: a topic in which nobody writes is left out once it is idle. */
  @Test
  void shouldCloseWindowsWhenOneTopicIsSilent() throws Exception {
    String name = "union-silent";
    TestPod.Settings settings = union(name).withIdleTimeoutMs(1_000);
    ClickFeed feed = feed(name).without(name + "-b");
    feed.scatter(RECORDS, false);
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      awaitPanes(name, feed.expected().size());
    }
    assertPanes(name, feed);
  }

  /**
   * R3: a topic that is added joins under numbers of its own; one that is removed is waited for no
   * more, although it never said that it was at its end.
   */
  @Test
  void shouldGoOnWhenATopicIsAddedAndAnotherRemoved() throws Exception {
    String name = "union-change";
    TestPod.Settings both = union(name);
    ClickFeed feed = feed(name).without(name + "-b");
    try (TestPod pod = new TestPod("pod-1", UserTotals.class, both.reading(name + "-a"))) {
      feed.scatter(RECORDS, false);
      awaitPanes(name, ClickFeed.USERS);
    }
    feed = feed.and(name + "-b", B_PARTITIONS);
    TestPod joined = new TestPod("pod-2", UserTotals.class, both);
    awaitMarker(name, marker -> marker.source() == A_PARTITIONS);
    feed.scatter(RECORDS, false);
    awaitRead(joined);
    joined.crash();
    feed = feed.without(name + "-a");
    try (TestPod pod = new TestPod("pod-3", UserTotals.class, both.reading(name + "-b"))) {
      feed.scatter(RECORDS, false);
      feed.end();
      awaitPanes(name, feed.expected().size());
      Sources sources = pod.function().context().sources().sources();
      assertThat(sources.served()).containsExactly(A_PARTITIONS);
    }
    assertPanes(name, feed);
  }

  /** L3: what was said in-band keeps its meaning when Redis is emptied and the order changes. */
  @Test
  void shouldKeepNumbersWhenTheLedgerIsLost() throws Exception {
    String name = "union-lost";
    TestPod.Settings settings = union(name);
    ClickFeed feed = feed(name);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      feed.scatter(RECORDS, true);
      awaitPanes(name, ClickFeed.USERS);
    }
    forget(name);
    TestPod.Settings turned = settings.reading(name + "-b", name + "-a");
    try (TestPod pod = new TestPod("pod", ClickTotals.class, turned)) {
      assertThat(pod.function().context().sources().sources().numberOf(name + "-b", 0))
          .isEqualTo(A_PARTITIONS);
      feed.scatter(RECORDS, true);
      feed.end();
      awaitPanes(name, feed.expected().size());
    }
    assertPanes(name, feed);
  }

  /** L3: a is waited for again since it came back, but the ledger says that it has left. */
  @Test
  void shouldLetATopicLeaveAgainWhenTheLedgerGoesBackToWhenItHadLeft() throws Exception {
    String name = "union-back";
    TestPod.Settings both = union(name);
    TestPod.Settings onlyB = both.reading(name + "-b");
    ClickFeed feed = feed(name);
    try (TestPod pod = new TestPod("pod-1", UserTotals.class, both)) {
      feed.scatter(RECORDS, false);
      awaitPanes(name, ClickFeed.USERS);
      awaitRead(pod);
    }
    try (TestPod pod = new TestPod("pod-2", UserTotals.class, onlyB)) {
      TestRedis.until(() -> sources(pod).served().size() == B_PARTITIONS);
    }
    LedgerKeys keys = new LedgerKeys("it", name);
    try (TestRedis redis = new TestRedis(SharedServices.redis().uri())) {
      String hadLeft = requireNonNull(redis.run(Command.HGET, keys.meta(), "sources"));
      assertThat(hadLeft).contains("/left");
      try (TestPod pod = new TestPod("pod-3", UserTotals.class, both)) {
        awaitJoined(name);
        feed.scatter(RECORDS, false);
        awaitRead(pod);
      }
      redis.run(Command.HSET, keys.meta(), "sources", hadLeft);
    }
    feed = feed.without(name + "-a");
    try (TestPod pod = new TestPod("pod-4", UserTotals.class, onlyB)) {
      feed.scatter(RECORDS, false);
      feed.end();
      awaitPanes(name, feed.expected().size());
    }
    assertPanes(name, feed);
  }

  private static Sources sources(TestPod pod) {
    return pod.function().context().sources().sources();
  }

  /** Its windows are in the partitions of its topic, where keys of another topic are not. */
  @Test
  void shouldRefuseAnotherTopicWhenAFunctionWithoutKeyHasState() throws Exception {
    String name = "union-late";
    TestPod.Settings settings = union(name);
    new TestPod("pod", ClickTotals.class, settings.reading(name + "-a")).close();
    assertThatThrownBy(() -> new TestPod("pod", ClickTotals.class, settings))
        .isInstanceOf(RefusedException.class)
        .hasMessageContainingAll("no @Key", name + "-b");
    assertThatThrownBy(() -> new TestPod("pod", ClickTotals.class, settings.reading(name + "-b")))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("all are others");
  }

  /** As FLUSHALL, for one function. */
  private static void forget(String name) {
    LedgerKeys keys = new LedgerKeys("it", name);
    List<String> all = new ArrayList<>(List.of(keys.meta(), keys.members()));
    for (int n = 0; n < A_PARTITIONS + B_PARTITIONS; n++) {
      all.add(keys.partition(PartitionRef.source(n)));
      all.add(keys.partition(PartitionRef.windows(n)));
      all.add(keys.decisions(PartitionRef.windows(n)));
    }
    try (TestRedis redis = new TestRedis(SharedServices.redis().uri())) {
      redis.run(Command.DEL, all.toArray(String[]::new));
    }
  }
}
