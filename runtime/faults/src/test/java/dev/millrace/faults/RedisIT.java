package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.RedisServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * Redis loses what it had, goes away, or comes back with less (L3, L4, L6; case S02): the outputs
 * are those of a run without a fault, and what an operator would look at says what is the matter.
 */
class RedisIT {
  private static final int PORTIONS = 5;
  private static final String WENT_BACK = "millrace_ledger_went_back_total";
  private static final Pattern OPENED =
      Pattern.compile("Opened: function=(\\S+), partition=(\\S+), epoch=(\\d+)");

  @TempDir private Path folder;
  private RedisServer redis;
  private Run run;

  @BeforeEach
  void start(TestInfo test) {
    redis = newRedis();
    redis.start();
    run = Run.of(test, PORTIONS);
  }

  private RedisServer newRedis(String... options) {
    return new RedisServer(folder.resolve("redis"), options);
  }

  @AfterEach
  void stop() {
    run.close();
    redis.close();
  }

  private PodPlan pod(String name) {
    return run.pod(name).with("quarkus.redis.hosts", redis.uri());
  }

  private void finish(Pod pod) {
    run.sendRest();
    run.awaitAllRows(pod);
    run.assertComplete();
  }

  @Test
  void shouldWriteTheLedgerAnewWhenRedisIsEmptied() {
    try (Pod pod = pod("pod").start()) {
      run.sendNextAndAwaitRows(pod);
      RedisShell.say(redis, "FLUSHALL");
      run.note("emptied");
      run.sendNextAndAwaitRows(pod);
      Until.holds("it is counted", () -> pod.metric(WENT_BACK) > 0, pod::evidence);
      assertThat(pod.log()).contains("it came back with less");
      finish(pod);
    }
  }

  @Test
  void shouldTakeKafkasWordWhenRedisIsEmptiedAndThePodIsKilled() {
    crashAfterWork("first");
    RedisShell.say(redis, "FLUSHALL");
    run.note("emptied");
    try (Pod pod = pod("second").start()) {
      run.sendNextAndAwaitRows(pod);
      finish(pod);
    }
  }

  @Test
  void shouldGoOnWhenRedisRestartsWithoutItsData() {
    try (Pod pod = pod("pod").start()) {
      run.sendNextAndAwaitRows(pod);
      redis.killHard();
      Folders.clear(folder.resolve("redis"));
      redis.start();
      run.note("restarted empty");
      run.sendNextAndAwaitRows(pod);
      Until.holds("it is counted", () -> pod.metric(WENT_BACK) > 0, pod::evidence);
      Until.holds("the pod is ready again", pod::isReady, pod::evidence);
      finish(pod);
    }
  }

  @Test
  void shouldWorkOnAndSaySoWhenRedisIsDownForAWhile() {
    try (Pod pod = pod("pod").start()) {
      run.sendNextAndAwaitRows(pod);
      redis.killHard();
      run.note("down");
      Until.holds(
          "the pod says so",
          () -> !pod.isReady() && pod.get("/q/health/ready").contains("ledger away for"),
          pod::evidence);
      run.sendNextAndAwaitRows(pod);
      run.sendNextAndAwaitRows(pod);
      redis.start();
      run.note("up again");
      Until.holds("the pod is ready again", pod::isReady, pod::evidence);
      assertThat(pod.metric("millrace_ledger_errors_total")).isPositive();
      finish(pod);
    }
  }

  @Test
  void shouldPauseWhenRedisIsDownForTooLong() {
    try (Pod pod = pod("pod").with("quarkus.millrace.ledger.max-outage", "1s").start()) {
      run.sendNextAndAwaitRows(pod);
      redis.killHard();
      run.note("down");
      Until.holds(
          "all functions pause",
          () -> pod.get("/q/health/ready").split("paused", -1).length > run.functions().size(),
          pod::evidence);
      int rows = run.rows();
      run.sendNext();
      Until.holds("the pod sees the backlog", () -> pod.metric("millrace_lag") > 0, pod::evidence);
      assertThat(run.rows()).isEqualTo(rows);
      redis.start();
      run.note("up again");
      finish(pod);
    }
  }

  @Test
  void shouldKeepWhatItKnowsWhenRedisGoesBackInTime() {
    try (Pod pod = pod("pod").start()) {
      run.sendNextAndAwaitRows(pod);
      keepOldData();
      run.sendNextAndAwaitRows(pod);
      bringOldDataBack();
      run.sendNextAndAwaitRows(pod);
      finish(pod);
    }
  }

  /** The epoch goes back too; the next one granted is above that of the newest manifest (L3). */
  @Test
  void shouldGrantHigherEpochsWhenRedisGoesBackBetweenTwoPods() {
    crashAfterWork("first");
    keepOldData();
    Map<String, Long> epochs = new HashMap<>();
    for (String name : List.of("second", "third")) {
      assertEpochsGrow(crashAfterWork(name), epochs);
    }
    bringOldDataBack();
    try (Pod pod = pod("fourth").start()) {
      run.sendNextAndAwaitRows(pod);
      assertEpochsGrow(pod.log(), epochs);
      finish(pod);
    }
  }

  @Test
  void shouldRefuseToStartWhenRedisEvicts() {
    redis.close();
    redis = newRedis("--maxmemory-policy", "allkeys-lru");
    redis.start();
    try (Pod pod = pod("pod").start()) {
      assertThat(pod.awaitExit()).isEqualTo(1);
      assertThat(pod.log()).contains("noeviction").contains("allkeys-lru");
    }
  }

  /** A pod that works, saves every partition, with its epoch, and is killed. Gives its log. */
  private String crashAfterWork(String name) {
    try (Pod pod = pod(name).start()) {
      run.sendNextAndAwaitRows(pod);
      Until.holds(
          "every partition is saved",
          () -> pod.savedPartitions() == run.windowPartitions(),
          pod::evidence);
      pod.killHard();
      run.note("killed");
      return pod.log();
    }
  }

  private void keepOldData() {
    redis.close();
    Folders.copy(folder.resolve("redis"), folder.resolve("old"));
    redis.start();
  }

  private void bringOldDataBack() {
    redis.close();
    Folders.clear(folder.resolve("redis"));
    Folders.copy(folder.resolve("old"), folder.resolve("redis"));
    redis.start();
    run.note("back in time");
  }

  private static void assertEpochsGrow(String log, Map<String, Long> epochs) {
    Matcher opened = OPENED.matcher(log);
    assertThat(opened.find()).isTrue();
    do {
      String partition = opened.group(1) + " " + opened.group(2);
      long epoch = Long.parseLong(opened.group(3));
      // Stage one keeps no manifest, and Kafka alone fences it.
      if (!partition.contains(" s:")) {
        assertThat(epoch).as(partition).isGreaterThan(epochs.getOrDefault(partition, 0L));
        epochs.put(partition, epoch);
      }
    } while (opened.find());
  }
}
