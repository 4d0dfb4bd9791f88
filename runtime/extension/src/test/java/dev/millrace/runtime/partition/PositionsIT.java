package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.runtime.position.Loss;
import dev.millrace.services.SharedServices;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Positions that were changed by hand or lost while a function was stopped (X3, X6, L3). */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class PositionsIT {
  private static final long START_MS = 1_700_000_000_000L;

  private static TestTopics topics;
  private static TestRedis redis;

  @TempDir Path folder;

  @BeforeAll
  static void connect() {
    topics = new TestTopics(SharedServices.kafka().address());
    redis = new TestRedis(SharedServices.redis().uri());
  }

  @AfterAll
  static void disconnect() {
    topics.close();
    redis.close();
  }

  private static void send(String function, int minute) {
    long at = START_MS + minute * 60_000L;
    topics.send(
        function + "-in", 0, "a", "{\"at\":" + at + ",\"user\":\"a\",\"amount\":" + minute + "}");
    topics.flush();
  }

  private TestPod pod(String name) {
    return new TestPod("pod", ClickTotals.class, TestPod.Settings.of(name, folder));
  }

  private static void awaitPanes(String function, int count) {
    TestRedis.until(() -> topics.panes(function + "-panes").size() >= count);
  }

  /** Two panes are out, three records read; the pod is stopped. */
  private void runAndStop(String name) throws Exception {
    topics.create(name + "-in", 1);
    try (TestPod pod = pod(name)) {
      for (int minute = 0; minute < 3; minute++) {
        send(name, minute);
      }
      awaitPanes(name, 2);
    }
  }

  private static void setGroupOffset(String name, long offset) throws Exception {
    topics
        .admin()
        .alterConsumerGroupOffsets(
            "it." + name,
            Map.of(new TopicPartition(name + "-in", 0), new OffsetAndMetadata(offset)))
        .all()
        .get();
  }

  private static @Nullable OffsetAndMetadata groupOffset(String name) throws Exception {
    return topics
        .admin()
        .listConsumerGroupOffsets("it." + name)
        .partitionsToOffsetAndMetadata()
        .get()
        .get(new TopicPartition(name + "-in", 0));
  }

  private static long overruled(TestPod pod) {
    return pod.function().runners().stream().mapToLong(r -> r.gauges().overruled.get()).sum();
  }

  @Test
  void shouldReportEachTimeAndSetTheGroupRightWhenItsOffsetWasSetBack() throws Exception {
    String name = "set-back";
    runAndStop(name);
    for (int time = 0; time < 2; time++) {
      setGroupOffset(name, 0);
      try (TestPod pod = pod(name)) {
        TestRedis.until(() -> overruled(pod) == 1);
        pod.awaitNoTrouble();
        TestRedis.until(() -> isOurs(name, 3));
      }
    }
    try (TestPod pod = pod(name)) {
      send(name, 3);
      awaitPanes(name, 3);
      assertThat(overruled(pod)).isZero();
    }
    assertThat(topics.panes(name + "-panes")).hasSize(3);
  }

  @Test // R1, X3
  void shouldSetTheGroupRightWhenASourcesOffsetWasSetBack() throws Exception {
    String name = "source-set-back";
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    topics.create(name + "-in", 1);
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      for (int minute = 0; minute < 3; minute++) {
        send(name, minute);
      }
      awaitPanes(name, 2);
    }
    setGroupOffset(name, 0);
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      TestRedis.until(() -> overruled(pod) == 1);
      TestRedis.until(() -> isOurs(name, 3));
      pod.awaitNoTrouble();
    }
    assertThat(topics.panes(name + "-panes")).hasSize(2);
  }

  private static boolean isOurs(String name, long offset) {
    try {
      OffsetAndMetadata group = groupOffset(name);
      return group != null && group.offset() == offset && group.metadata().startsWith("millrace1;");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldTellAnEmptiedLedgerAtOnceWherePartitionsStand() throws Exception {
    String name = "emptied";
    runAndStop(name);
    redis.run(Command.FLUSHALL);
    try (TestPod pod = pod(name)) {
      TestRedis.until(
          () ->
              pod.function().context().ledger().read(PartitionRef.windows(0)).progress().committed()
                  == 3);
    }
    assertThat(topics.panes(name + "-panes")).hasSize(2);
  }

  @Test
  void shouldRefuseUnlessAcceptedWhenTheOffsetWasSetBackAndTheLedgerEmptied() throws Exception {
    String name = "set-back-emptied";
    runAndStop(name);
    redis.run(Command.FLUSHALL);
    setGroupOffset(name, 0);
    try (TestPod pod = pod(name)) {
      pod.awaitTrouble("another tool set it, and the ledger was emptied");
      pod.awaitTrouble("accept=missing-position");
    }
    TestPod.Settings accepting = TestPod.Settings.of(name, folder).accepting(Loss.MISSING_POSITION);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, accepting)) {
      send(name, 3);
      awaitPanes(name, 3);
    }
    assertThat(topics.panes(name + "-panes")).hasSize(3);
  }
}
