package dev.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.services.SharedServices;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Replacing entries of the ledger on a real Redis: only forwards, only while nobody lives (L3). */
class LedgerRepairTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final PartitionRef P0 = PartitionRef.windows(0);

  private static TestRedis redis;

  private LedgerKeys keys;
  private RedisLedger ledger;
  private LedgerRepair repair;

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
    keys = new LedgerKeys("repair", test.getTestMethod().orElseThrow().getName());
    ledger = new RedisLedger(redis.client(), TestRedis.TIMEOUT, keys, LedgerListener.IGNORE);
    repair = new LedgerRepair(redis.client(), TestRedis.TIMEOUT, keys);
  }

  private static PartitionEntry entry(long epoch, long committed, String... decisions) {
    return new PartitionEntry(
        P0,
        new Ownership(epoch, null, 0, null, 0),
        new Progress(committed, -5, Progress.NO_TIMER, 0, 0, "", List.of(decisions)),
        "4-1",
        7);
  }

  @Test
  void shouldReplaceAllFieldsWhenTheEntryIsDamaged() {
    redis.run(Command.HSET, keys.partition(P0), "epoch", "x", "leaseUntil", "y", "owner", "pod-a");
    redis.run(Command.RPUSH, keys.decisions(P0), "?");
    repair.replace(entry(4, 9, "8w100", "9w200"));
    assertThat(ledger.read(P0)).isEqualTo(entry(4, 9, "8w100", "9w200"));
  }

  @Test
  void shouldChangeNothingWhenTheEpochHasGrownMeanwhile() {
    ledger.release(((Claim.Granted) ledger.claim(P0, "pod-a", LONG, 8)).lease());
    assertThatThrownBy(() -> repair.replace(entry(4, 9))).hasMessageContaining("epoch 9");
    assertThat(ledger.read(P0).epoch()).isEqualTo(9);
  }

  @Test
  void shouldChangeNothingWhenThePositionHasGrownMeanwhile() {
    redis.run(Command.HSET, keys.partition(P0), "committed", "10");
    assertThatThrownBy(() -> repair.replace(entry(4, 9))).hasMessageContaining("committed 10");
    assertThat(ledger.read(P0).epoch()).isZero();
  }

  @Test
  void shouldRefuseWhenAnotherHoldsThePartition() {
    ledger.claim(P0, "pod-a", LONG);
    assertThatThrownBy(() -> repair.replace(entry(4, 9))).hasMessageContaining("instance=pod-a");
    assertThat(ledger.read(P0).owner()).isEqualTo("pod-a");
  }

  @Test
  void shouldRefuseBothKindsOfEntriesWhenAnInstanceLives() {
    ledger.heartbeat("pod-b", LONG);
    FunctionEntry function = FunctionEntry.first("in", "id", 1, 0, "schema");
    assertThatThrownBy(() -> repair.replace(entry(4, 9))).hasMessageContaining("instance=pod-b");
    assertThatThrownBy(() -> repair.replace(function)).hasMessageContaining("instance=pod-b");
    ledger.leave("pod-b");
    repair.replace(function);
    assertThat(ledger.meta()).isNotNull().extracting(FunctionEntry::revision).isEqualTo(1L);
  }

  @Test
  void shouldReadWhatIsThereWhenNothingOfItIsAsExpected() {
    redis.run(Command.HSET, keys.meta(), "partitions", "many");
    redis.run(Command.HSET, keys.members(), "pod-a", "soon");
    redis.run(Command.HSET, keys.partition(PartitionRef.source(31)), "epoch", "x");
    RawLedger raw = repair.read(List.of(P0));
    assertThat(raw.meta()).isEqualTo(Map.of("partitions", "many"));
    assertThat(raw.live()).isEmpty();
    assertThat(raw.partitions().keySet()).containsExactly(PartitionRef.source(31), P0);
    assertThat(raw.of(P0).isPresent()).isFalse();
    assertThat(raw.of(PartitionRef.source(31)).fields()).containsEntry("epoch", "x");
  }
}
