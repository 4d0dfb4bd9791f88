package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.services.SharedServices;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** W8 and A6: a silence goes on while no pod runs, so that a pod woken for a window closes it. */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class WokenPodIT {
  private static final long HOUR_MS = 3_600_000;
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

  private static String key(String function, PartitionRef ref) {
    return new LedgerKeys("it", function).partition(ref);
  }

  private static void click(String topic) {
    String value = "{\"at\":" + START_MS + ",\"user\":\"ann\",\"amount\":7}";
    topics.send(topic, 0, "ann", value);
    topics.flush();
  }

  /** As if the function had slept since; the clock that counts is Redis' own. */
  private static void sleptFor(long ms, String key) {
    long heard = Long.parseLong(String.valueOf(redis.run(Command.HGET, key, "heard")));
    redis.run(Command.HSET, key, "heard", Long.toString(heard - ms));
  }

  private static boolean hasRead(String key) {
    return "1".equals(redis.run(Command.HGET, key, "committed"));
  }

  @Test
  void shouldCloseTheWindowAtOnceWhenItIsWokenAfterItFellDue() throws Exception {
    String name = "woken";
    topics.create(name + "-in", 1);
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(HOUR_MS);
    String key = key(name, PartitionRef.windows(0));
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      click(name + "-in");
      TestRedis.until(() -> hasRead(key));
    }
    assertThat(topics.panes(name + "-panes")).isEmpty();
    sleptFor(2 * HOUR_MS, key);

    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      TestRedis.until(() -> topics.panes(name + "-panes").size() == 1);
    }
    assertThat(redis.run(Command.HGET, key, "moved")).isNotNull();
  }

  @Test
  void shouldCloseTheWindowAtOnceWhenARekeyedFunctionIsWokenAfterItFellDue() throws Exception {
    String name = "woken-rekeyed";
    topics.create(name + "-in", 1);
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(HOUR_MS);
    String key = key(name, PartitionRef.source(0));
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      click(name + "-in");
      TestRedis.until(() -> hasRead(key));
      TestRedis.until(
          () -> redis.run(Command.HGET, key(name, PartitionRef.windows(0)), "nextTimer") != null);
    }
    assertThat(topics.panes(name + "-panes")).isEmpty();
    sleptFor(2 * HOUR_MS, key);

    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      TestRedis.until(() -> topics.panes(name + "-panes").size() == 1);
    }
  }
}
