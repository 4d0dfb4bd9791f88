package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A function that takes longer than {@code transaction.timeout.ms} (X2): Kafka ends its
 * transaction, it is told what happened, and its records are taken one by one.
 */
class ExpiredTransactionIT {
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final long START_MS = 1_700_000_000_000L;
  private static final int OFTEN = 1_000;

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir private Path folder;

  @BeforeEach
  void reset() {
    HangingTotals.reset();
  }

  private TestPod pod(String name) {
    String timeout = "mp.messaging.outgoing." + name + ".transaction.timeout.ms";
    return new TestPod(
        "pod",
        HangingTotals.class,
        TestPod.Settings.of(name, folder).withConfig(Map.of(timeout, "1000")));
  }

  private static void send(String name, int second, String key, long amount) {
    String click = ClickFeed.click(START_MS + second * 1_000L, key, amount);
    topics.send(name + "-in", 0, key, click);
    topics.flush();
  }

  private static void awaitHung() throws InterruptedException {
    assertThat(HangingTotals.HUNG.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private static void awaitExpiry(String name) {
    TestRedis.until(DEADLINE, () -> hasOpenTransaction(name));
    TestRedis.until(DEADLINE, () -> !hasOpenTransaction(name));
  }

  private static boolean hasOpenTransaction(String name) {
    return KafkaClients.get(topics.admin().listTransactions().all()).stream()
        .anyMatch(
            t ->
                t.transactionalId().equals("it." + name + ".0")
                    && t.state() == TransactionState.ONGOING);
  }

  private static List<String> panesOf(String name, String key) {
    return topics.panes(name + "-panes").stream().filter(p -> p.startsWith(key + " ")).toList();
  }

  private static String pane(String key, int second, String kindIndexFinal, long sum) {
    long start = START_MS + second * 1_000L;
    return "%s [%d,%d) %s %d".formatted(key, start, start + 2_000, kindIndexFinal, sum);
  }

  private static long expired(TestPod pod) {
    return pod.function().runners().stream().mapToLong(r -> r.gauges().expired.get()).sum();
  }

  /** What comes before it is committed without it, and it begins with no transaction open. */
  @Test
  void shouldTakeRecordsOneByOneWhenOneTookLongerThanATransactionMay() throws Exception {
    String name = "expired-record";
    topics.create(name + "-in", 1);
    send(name, 0, "a", 1);
    send(name, 0, "b", HangingTotals.HANGING_AMOUNT);
    send(name, 100, "end", 0);
    try (TestPod pod = pod(name)) {
      try {
        awaitHung();
        awaitExpiry(name);
        assertThat(panesOf(name, "a")).isEmpty();
        HangingTotals.letGo(2);
        awaitHung();
        awaitHung();
        TestRedis.until(DEADLINE, () -> panesOf(name, "a").size() == 2);
        assertThat(hasOpenTransaction(name)).isFalse();
      } finally {
        HangingTotals.letGo(OFTEN);
      }
      TestRedis.until(DEADLINE, () -> panesOf(name, "b").size() == 4);
      pod.awaitNoTrouble();
      assertThat(expired(pod)).isOne();
    }
    assertThat(panesOf(name, "a"))
        .containsExactlyInAnyOrder(
            pane("a", -1, "early 0 false", 1),
            pane("a", 0, "early 0 false", 1),
            pane("a", -1, "on-time 1 true", 1),
            pane("a", 0, "on-time 1 true", 1));
  }

  /** Panes of one record stay together: so it may come again, and is told for as long. */
  @Test
  void shouldSayWhichRecordWhenItsPanesTakeLongerThanATransactionMay() throws Exception {
    String name = "expired-pane";
    topics.create(name + "-in", 1);
    send(name, 0, "a", HangingTotals.HANGING_SUM);
    send(name, 100, "end", 0);
    try (TestPod pod = pod(name)) {
      try {
        awaitHung();
        awaitExpiry(name);
        HangingTotals.letGo(1);
        awaitHung();
        pod.awaitTrouble("but it took longer: partition=" + name + "-in-0, slowest=offset");
        pod.awaitTrouble("transaction.timeout.ms=1000. Nothing is lost");
        pod.awaitTrouble("mp.messaging.outgoing." + name + ".transaction.timeout.ms");
        awaitExpiry(name);
        HangingTotals.letGo(1);
        awaitHung();
        pod.awaitTrouble("slowest=offset 0, tookMs=");
        assertThat(expired(pod)).isEqualTo(2);
      } finally {
        HangingTotals.letGo(OFTEN);
      }
      TestRedis.until(DEADLINE, () -> panesOf(name, "a").size() == 4);
      pod.awaitNoTrouble();
    }
    assertThat(panesOf(name, "a"))
        .containsExactlyInAnyOrder(
            pane("a", -1, "early 0 false", 7),
            pane("a", 0, "early 0 false", 7),
            pane("a", -1, "on-time 1 true", 7),
            pane("a", 0, "on-time 1 true", 7));
  }
}
