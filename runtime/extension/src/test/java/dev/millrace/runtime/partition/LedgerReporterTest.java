package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.services.RedisServer;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the ledger is told beside the lanes (rules L3, L4). */
class LedgerReporterTest {
  private static final Duration LEASE = Duration.ofMillis(600);
  private static final PartitionRef P0 = PartitionRef.windows(0);

  @TempDir Path folder;

  @Test
  void shouldWriteProgressAgainWhenRedisLostItWhileThePartitionIsQuiet() {
    try (RedisServer server = new RedisServer(folder)) {
      server.start();
      try (TestRedis redis = new TestRedis(server.uri())) {
        RedisLedger ledger =
            new RedisLedger(
                redis.client(),
                TestRedis.TIMEOUT,
                new LedgerKeys("test", "reporter"),
                LedgerListener.IGNORE);
        Lease lease = ((Claim.Granted) ledger.claim(P0, "pod-a", LEASE)).lease();
        try (LedgerReporter reporter =
            new LedgerReporter("test-reporter", ledger, LEASE, Clocks.system())) {
          reporter.hold(lease, lost -> {});
          reporter.progress(lease, new Progress(42, 1_000, 2_000, 0, 0, "live", List.of("7 x")));
          TestRedis.until(() -> ledger.read(P0).progress().committed() == 42);

          redis.run(Command.FLUSHALL);

          TestRedis.until(() -> ledger.read(P0).progress().committed() == 42);
          PartitionEntry entry = ledger.read(P0);
          assertThat(entry.epoch()).isEqualTo(lease.epoch());
          assertThat(entry.progress().watermarkMs()).isEqualTo(1_000);
          assertThat(entry.progress().decisions()).containsExactly("7 x");
        }
      }
    }
  }
}
