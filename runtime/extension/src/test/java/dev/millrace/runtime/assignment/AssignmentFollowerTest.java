package dev.millrace.runtime.assignment;

import static dev.millrace.runtime.ledger.TestRedis.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.FencedException;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.services.RedisServer;
import dev.millrace.services.SharedServices;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Several instances that share a function on a real Redis (rules A1, A2). */
class AssignmentFollowerTest {
  private static final int PARTITIONS = 6;
  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final FunctionEntry FUNCTION =
      FunctionEntry.first("topic", "id", PARTITIONS, 0, "S{}");

  private static TestRedis redis;

  @TempDir Path folder;

  private final List<Instance> instances = new ArrayList<>();
  private LedgerKeys keys;
  private RedisLedger ledger;

  @BeforeAll
  static void connect() {
    redis = new TestRedis(SharedServices.redis().uri());
  }

  @AfterAll
  static void disconnect() {
    redis.close();
  }

  @BeforeEach
  void open(TestInfo test) {
    keys = new LedgerKeys("test", test.getTestMethod().orElseThrow().getName());
    ledger = new RedisLedger(redis.client(), TestRedis.TIMEOUT, keys, LedgerListener.IGNORE);
    ledger.initMeta(FUNCTION);
  }

  @AfterEach
  void stopAll() {
    instances.forEach(Instance::close);
  }

  @Test
  void shouldServeAllPartitionsWhenAlone() {
    Instance a = start("a");

    until(() -> a.leases.size() == PARTITIONS);
    assertThat(a.log).noneMatch(line -> line.startsWith("prepare"));
  }

  @Test
  void shouldHandOverHalfPreparedFirstWhenASecondComes() {
    Instance a = start("a");
    until(() -> a.leases.size() == PARTITIONS);

    Instance b = start("b");

    until(() -> a.leases.size() == 3 && b.leases.size() == 3);
    for (PartitionRef ref : b.leases.keySet()) {
      assertThat(b.log).containsSubsequence("prepare " + ref, "assigned " + ref);
      assertThat(a.log).contains("release " + ref + " to b");
      assertThat(ledger.read(ref).epoch()).isEqualTo(2);
    }
    assertThat(a.log).filteredOn(line -> line.startsWith("release")).hasSize(3);
  }

  @Test
  void shouldKeepServingWhenTheOtherNeverGetsReady() {
    Instance a = start("a");
    until(() -> a.leases.size() == PARTITIONS);

    Instance b = new Instance("b", false);
    b.follower.start();
    until(() -> b.log.size() == 3);

    assertThat(a.leases).hasSize(PARTITIONS);
    b.close();
    until(() -> !ledger.heartbeat("a", LEASE).contains("b"));
    assertThat(b.leases).isEmpty();
  }

  @Test
  void shouldTakeOverWhatAnotherReleasedWhenItStops() {
    Instance a = start("a");
    Instance b = start("b");
    until(() -> a.leases.size() == 3 && b.leases.size() == 3);

    b.close();

    until(() -> a.leases.size() == PARTITIONS);
  }

  @Test
  void shouldServeWhatAPublishedAssignmentSaysHoweverUneven() {
    Instance a = start("a");
    Instance b = start("b");
    until(() -> a.leases.size() == 3 && b.leases.size() == 3);
    Map<PartitionRef, String> owners = new TreeMap<>();
    for (int n = 0; n < PARTITIONS; n++) {
      owners.put(PartitionRef.windows(n), n == 0 ? "b" : "a");
    }

    assertThat(ledger.publish(new Assignment(1, owners))).isTrue();

    until(() -> a.leases.size() == 5 && b.leases.size() == 1);
    assertThat(b.leases).containsOnlyKeys(PartitionRef.windows(0));
  }

  @Test
  void shouldServeAtOnceAgainWhenRestartedUnderTheSameName() {
    Instance crashed = start("a");
    until(() -> crashed.leases.size() == PARTITIONS);
    crashed.follower.close();
    instances.remove(crashed);

    Instance a = start("a");

    until(() -> a.leases.size() == PARTITIONS);
    assertThat(a.leases.values()).allMatch(lease -> lease.epoch() == 2);
  }

  @Test
  void shouldClaimAgainWhenThePartitionWasGivenUp() {
    Instance a = start("a");
    until(() -> a.leases.size() == PARTITIONS);
    PartitionRef lost = PartitionRef.windows(4);
    a.leases.remove(lost);

    a.follower.ended(lost);

    until(() -> a.leases.containsKey(lost));
    assertThat(ledger.read(lost).epoch()).isEqualTo(2);
  }

  @Test
  void shouldWriteTheFunctionsEntryAnewWhenRedisLostIt() {
    Instance a = start("a");
    until(() -> a.leases.size() == PARTITIONS);

    redis.run(Command.DEL, keys.meta());

    until(() -> ledger.meta() != null);
  }

  @Test
  void shouldSettleWithEachPartitionHeldOnceWhenManyStartTogether() {
    for (String name : List.of("a", "b", "c", "d")) {
      start(name);
    }

    until(
        () ->
            instances.stream().mapToInt(i -> i.leases.size()).sum() == PARTITIONS
                && instances.stream().allMatch(i -> i.leases.size() >= 1)
                && ledger.readAll().stream().allMatch(this::isHeldByItsOwner));
  }

  /** The one that the ledger names has the lease of just that epoch. */
  private boolean isHeldByItsOwner(PartitionEntry entry) {
    return instances.stream()
        .filter(instance -> instance.name.equals(entry.owner()))
        .anyMatch(
            owner ->
                new Lease(entry.ref(), owner.name, entry.epoch())
                    .equals(owner.leases.get(entry.ref())));
  }

  @Test
  void shouldSayThatItFollowsAgainWhenRedisWasAway() {
    try (RedisServer server = new RedisServer(folder);
        TestRedis own = new TestRedis(startedUri(server))) {
      Ledger away =
          new RedisLedger(
              own.client(),
              Duration.ofMillis(500),
              new LedgerKeys("test", "away"),
              LedgerListener.IGNORE);
      Following following = new Following();
      Duration often = Duration.ofMillis(20);
      AssignmentFollower follower =
          new AssignmentFollower(
              away,
              FUNCTION,
              "pod-a",
              new AssignmentFollower.Timing(often, often, Duration.ofSeconds(2)),
              following);
      follower.start();
      TestRedis.until(() -> following.state.equals("followed"));

      server.killHard();
      TestRedis.until(() -> following.state.equals("trouble"));
      server.start();

      TestRedis.until(() -> following.state.equals("followed"));
      follower.close();
    }
  }

  private static String startedUri(RedisServer server) {
    server.start();
    return server.uri();
  }

  /** Remembers only whether it is told to be in trouble. */
  private static final class Following implements AssignmentListener {
    volatile String state = "";

    @Override
    public void onAssigned(PartitionRef partition) {}

    @Override
    public void onReleaseRequested(PartitionRef partition, String nextOwner) {}

    @Override
    public void onFollowed() {
      state = "followed";
    }

    @Override
    public void onTrouble(RuntimeException trouble) {
      state = "trouble";
    }
  }

  private Instance start(String name) {
    Instance instance = new Instance(name, true);
    instances.add(instance);
    instance.follower.start();
    return instance;
  }

  /** A pod that claims and releases as told, and works at nothing. */
  private final class Instance implements AssignmentListener {
    final String name;
    final boolean getsReady;
    final Map<PartitionRef, Lease> leases = new ConcurrentHashMap<>();
    final Queue<String> log = new ConcurrentLinkedQueue<>();
    final AssignmentFollower follower;

    Instance(String name, boolean getsReady) {
      this.name = name;
      this.getsReady = getsReady;
      Duration often = Duration.ofMillis(20);
      AssignmentFollower.Timing timing =
          new AssignmentFollower.Timing(often, often, Duration.ofSeconds(2));
      this.follower = new AssignmentFollower(ledger, FUNCTION, name, timing, this);
    }

    @Override
    public void onAssigned(PartitionRef partition) {
      log.add("assigned " + partition);
      if (ledger.claim(partition, name, LEASE) instanceof Claim.Granted granted) {
        leases.put(partition, granted.lease());
      } else {
        follower.ended(partition);
      }
    }

    @Override
    public void onPrepare(PartitionRef partition, Runnable ready) {
      log.add("prepare " + partition);
      if (getsReady) {
        ready.run();
      }
    }

    @Override
    public void onReleaseRequested(PartitionRef partition, String nextOwner) {
      log.add("release " + partition + " to " + nextOwner);
      release(partition);
      follower.ended(partition);
    }

    @Override
    public void onTrouble(RuntimeException trouble) {
      log.add("trouble " + trouble);
    }

    void close() {
      follower.close();
      leases.keySet().forEach(this::release);
    }

    private void release(PartitionRef partition) {
      Lease lease = leases.remove(partition);
      try {
        if (lease != null) {
          ledger.release(lease);
        }
      } catch (FencedException e) {
        log.add("fenced " + partition);
      }
    }
  }
}
