package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.runtime.partition.PartitionStatus.Phase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case K11: a function that is busy with one record for longer than {@code max.poll.interval.ms}
 * and longer than leases last keeps its partition, and holds up no other (X1, L1).
 */
class SlowFunctionIT {
  private static final String NAME = "case-k11";
  private static final int PARTITIONS = 4;
  private static final int EARLY = 500;

  /** More than an inbox takes, of each partition: the one that hangs is paused. */
  private static final int LATER = 21_000;

  /** As long as a pod counts as live after its last heartbeat. */
  private static final Duration LEASE = Duration.ofSeconds(5);

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final Map<String, String> CONFIG =
      Map.of(
          "mp.messaging.incoming." + NAME + ".max.poll.interval.ms",
          "2000",
          "quarkus.millrace.ledger.lease",
          LEASE.toSeconds() + "s",
          // A lane for each partition: those that share one with a record that hangs wait, too.
          "quarkus.millrace.threads",
          Integer.toString(PARTITIONS));

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  @Test
  void shouldKeepThePartitionAndHoldUpNoOtherWhenARecordTakesLongerThanThePollInterval()
      throws Exception {
    topics.create(NAME + "-in", PARTITIONS);
    ClickFeed feed = ClickFeed.of(topics, NAME + "-in", PARTITIONS);
    TestPod.Settings settings = TestPod.Settings.of(NAME, folder).withConfig(CONFIG);
    try (TestPod a = new TestPod("pod-a", BlockingTotals.class, settings);
        TestPod b = new TestPod("pod-b", BlockingTotals.class, settings)) {
      try {
        TestRedis.until(DEADLINE, () -> isServingHalf(a) && isServingHalf(b));
        Ledger ledger = a.function().context().ledger();
        feed.send(EARLY);
        // Panes in an open transaction would hang with the record, and whoever reads behind them.
        TestRedis.until(DEADLINE, () -> committed(ledger) == EARLY);
        feed.send(1);
        TestRedis.until(DEADLINE, () -> !BlockingTotals.BLOCKED.isEmpty());
        Map<PartitionRef, String> owners = owners(ledger);
        int blocked = partitionOf(BlockingTotals.BLOCKED.element());
        awaitRenewals(ledger, blocked);

        feed.send(LATER);
        feed.end();
        List<String> others = feed.expected().stream().filter(p -> !isOf(blocked, p)).toList();
        TestRedis.until(DEADLINE, () -> new HashSet<>(panes()).containsAll(others));
        assertThat(owners(ledger)).as("owners and epochs").isEqualTo(owners);
        a.awaitNoTrouble();
        b.awaitNoTrouble();
        long hung = panes().stream().filter(p -> isOf(blocked, p)).count();

        BlockingTotals.letGo();
        TestRedis.until(DEADLINE, () -> panes().size() >= feed.expected().size());
        assertThat(hung).isLessThan(feed.expected().size() - others.size());
        assertThat(owners(ledger)).as("owners and epochs").isEqualTo(owners);
      } finally {
        BlockingTotals.letGo();
      }
    }
    assertThat(panes()).containsExactlyInAnyOrderElementsOf(feed.expected());
    assertThat(BlockingTotals.BLOCKED).as("what was processed again would be here").hasSize(1);
  }

  private static boolean isServingHalf(TestPod pod) {
    return pod.function().runners().size() == PARTITIONS / 2
        && pod.function().runners().stream().allMatch(r -> r.status().phase() == Phase.LIVE);
  }

  private static long committed(Ledger ledger) {
    return ledger.readAll().stream().mapToLong(PartitionEntry::committed).sum();
  }

  private static Map<PartitionRef, String> owners(Ledger ledger) {
    Map<PartitionRef, String> owners = new TreeMap<>();
    ledger.readAll().forEach(e -> owners.put(e.ref(), e.owner() + " since epoch " + e.epoch()));
    return owners;
  }

  /** Until what was said of the lease when the record came has run out twice, by Redis' clock. */
  private static void awaitRenewals(Ledger ledger, int partition) {
    for (int i = 0; i < 2; i++) {
      long until = leaseUntilMs(ledger, partition) + LEASE.toMillis();
      TestRedis.until(DEADLINE, () -> leaseUntilMs(ledger, partition) >= until);
    }
  }

  private static long leaseUntilMs(Ledger ledger, int partition) {
    return ledger.readAll().stream()
        .filter(e -> e.ref().equals(PartitionRef.windows(partition)))
        .mapToLong(PartitionEntry::leaseUntilMs)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> panes() {
    return topics.panes(NAME + "-panes");
  }

  private static boolean isOf(int partition, String pane) {
    return partitionOf(pane.substring(0, pane.indexOf(' '))) == partition;
  }

  private static int partitionOf(String user) {
    return Math.floorMod(user.hashCode(), PARTITIONS);
  }
}
