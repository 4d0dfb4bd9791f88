package dev.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.runtime.metrics.LedgerMeters;
import dev.millrace.services.RedisServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redis that is away, full, locked or wrongly set up (rules L4, L6). */
class RedisOutageTest {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final PartitionRef P0 = PartitionRef.windows(0);

  @TempDir Path folder;

  @Test
  void shouldSayUnavailableWhileRedisIsAwayAndGoOnWhenItIsBack() {
    try (RedisServer server = started();
        TestRedis redis = new TestRedis(server.uri())) {
      RedisLedger ledger = ledger(redis);
      Lease lease = ((Claim.Granted) ledger.claim(P0, "pod-a", LEASE)).lease();

      server.killHard();
      TestRedis.until(() -> !server.isRunning());
      assertThatThrownBy(() -> ledger.renew(lease, LEASE))
          .isInstanceOf(LedgerUnavailableException.class);

      server.start();
      TestRedis.until(() -> isRenewed(ledger, lease));
      assertThat(ledger.read(P0).epoch()).isEqualTo(lease.epoch());
    }
  }

  @Test
  void shouldSayUnavailableWhenRedisIsFull() {
    try (RedisServer server = started();
        TestRedis redis = new TestRedis(server.uri())) {
      redis.run(Command.CONFIG, "SET", "maxmemory", "1");

      assertThatThrownBy(() -> ledger(redis).claim(P0, "pod-a", LEASE))
          .isInstanceOf(LedgerUnavailableException.class)
          .hasMessageContaining("OOM");
    }
  }

  @Test
  void shouldSayWhatToCheckWhenThePasswordIsMissing() {
    try (RedisServer server = started("--requirepass", "secret");
        TestRedis redis = new TestRedis(server.uri())) {
      assertThatThrownBy(() -> ledger(redis).claim(P0, "pod-a", LEASE))
          .isInstanceOf(LedgerConfigurationException.class)
          .hasMessageContaining("Check user, password");
    }
  }

  @Test
  void shouldSayWhatToCheckWhenTheUserMayNotRunScripts() {
    try (RedisServer server = started();
        TestRedis redis = new TestRedis(server.uri())) {
      redis.run(Command.ACL, "SETUSER", "default", "-eval", "-evalsha");

      assertThatThrownBy(() -> ledger(redis).claim(P0, "pod-a", LEASE))
          .isInstanceOf(LedgerConfigurationException.class)
          .hasMessageContaining("NOPERM");
    }
  }

  @Test
  void shouldRefuseRedisWhenItMayEvictKeys() {
    try (RedisServer server = started("--maxmemory-policy", "allkeys-lru");
        TestRedis redis = new TestRedis(server.uri())) {
      assertThatThrownBy(() -> RedisSetup.check(redis.client(), TestRedis.TIMEOUT))
          .isInstanceOf(LedgerConfigurationException.class)
          .hasMessageContainingAll("maxmemory-policy=allkeys-lru", "noeviction");
    }
  }

  @Test
  void shouldWarnWhenRedisKeepsNothingOnDisk() {
    try (RedisServer server = started("--appendonly", "no", "--save", "");
        TestRedis redis = new TestRedis(server.uri())) {
      List<String> warnings = RedisSetup.check(redis.client(), TestRedis.TIMEOUT);

      assertThat(warnings).singleElement().asString().contains("Set appendonly to yes");
    }
  }

  @Test
  void shouldSayNothingWhenRedisIsSetUpWell() {
    try (RedisServer server = started();
        TestRedis redis = new TestRedis(server.uri())) {
      assertThat(RedisSetup.check(redis.client(), TestRedis.TIMEOUT)).isEmpty();
    }
  }

  @Test
  void shouldCountErrorsByKindWhenCallsFail() {
    try (RedisServer server = started("--requirepass", "secret");
        TestRedis redis = new TestRedis(server.uri())) {
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      RedisLedger ledger =
          new RedisLedger(
              redis.client(),
              TestRedis.TIMEOUT,
              new LedgerKeys("test", "outage"),
              new LedgerMeters(registry, "f"));

      assertThatThrownBy(ledger::meta).isInstanceOf(LedgerConfigurationException.class);
      server.killHard();
      TestRedis.until(() -> !server.isRunning());
      assertThatThrownBy(ledger::meta).isInstanceOf(LedgerUnavailableException.class);

      assertThat(errors(registry, "setup")).isEqualTo(1);
      assertThat(errors(registry, "unavailable")).isEqualTo(1);
      assertThat(errors(registry, "fenced")).isZero();
    }
  }

  private static double errors(SimpleMeterRegistry registry, String kind) {
    return registry
        .get("millrace.ledger.errors")
        .tags("function", "f", "kind", kind)
        .counter()
        .count();
  }

  private static boolean isRenewed(RedisLedger ledger, Lease lease) {
    try {
      ledger.renew(lease, LEASE);
      return true;
    } catch (LedgerUnavailableException e) {
      return false;
    }
  }

  private RedisServer started(String... options) {
    RedisServer server = new RedisServer(folder, options);
    server.start();
    return server;
  }

  private static RedisLedger ledger(TestRedis redis) {
    return new RedisLedger(
        redis.client(), TestRedis.TIMEOUT, new LedgerKeys("test", "outage"), LedgerListener.IGNORE);
  }
}
