package dev.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.services.SharedServices;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The ledger's scripts on a real Redis (rules L1–L5). */
class RedisLedgerTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(1);
  private static final PartitionRef P0 = PartitionRef.windows(0);
  private static final FunctionEntry FUNCTION =
      FunctionEntry.first("flights", "topic-id-1", 2, 3, "Totals{n:long}");

  private static TestRedis redis;

  private final List<Long> regressions = new ArrayList<>();
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
    ledger =
        new RedisLedger(
            redis.client(), TestRedis.TIMEOUT, keys, (lease, stored) -> regressions.add(stored));
  }

  @Test
  void shouldGrantWithEpochOneWhenNobodyEverHeldThePartition() {
    Claim claim = ledger.claim(P0, "pod-a", LONG);

    Claim.Granted granted = (Claim.Granted) claim;
    assertThat(granted.lease()).isEqualTo(new Lease(P0, "pod-a", 1));
    assertThat(granted.entry().progress()).isEqualTo(Progress.NONE);
    assertThat(granted.entry().checkpoint()).isNull();
    assertThat(ledger.read(P0).owner()).isEqualTo("pod-a");
  }

  @Test
  void shouldRefuseWhenAnotherHoldsALiveLease() {
    granted("pod-a");

    Claim claim = ledger.claim(P0, "pod-b", LONG);

    assertThat(claim)
        .isInstanceOfSatisfying(
            Claim.Refused.class,
            refused -> {
              assertThat(refused.owner()).isEqualTo("pod-a");
              assertThat(refused.remainingMs()).isBetween(200_000L, LONG.toMillis());
            });
  }

  @Test
  void shouldFenceTheOldOwnerWhenItsLeaseRanOutAndAnotherTookOver() {
    Lease old = lease("pod-a", SHORT);
    TestRedis.until(() -> ledger.claim(P0, "pod-b", LONG) instanceof Claim.Granted);

    assertThat(ledger.read(P0).epoch()).isEqualTo(2);
    assertThatThrownBy(() -> ledger.progress(old, at(7, 70)))
        .isInstanceOf(FencedException.class)
        .hasMessageContainingAll("epoch=1", "currentEpoch=2", "currentOwner=pod-b");
    assertThatThrownBy(() -> ledger.renew(old, LONG)).isInstanceOf(FencedException.class);
    assertThatThrownBy(() -> ledger.checkpointed(old, "m", 7)).isInstanceOf(FencedException.class);
    assertThatThrownBy(() -> ledger.release(old)).isInstanceOf(FencedException.class);
    assertThat(ledger.read(P0).committed()).isEqualTo(Progress.NO_OFFSET);
    assertThat(ledger.read(P0).owner()).isEqualTo("pod-b");
  }

  @Test
  void shouldKeepTheWishForCheckpointsUntilAnotherIsAskedFor() {
    ledger.askForCheckpoints("too early");
    ledger.initMeta(FUNCTION);
    assertThat(Objects.requireNonNull(ledger.view()).asked()).isNull();

    ledger.askForCheckpoints("at noon");
    CheckpointAsk first = asked();
    assertThat(first.id()).isEqualTo("at noon");
    assertThat(first.isAnsweredBy(ledger.read(P0))).as("nothing to save").isTrue();
    Lease lease = granted("pod-a");
    ledger.progress(lease, at(7, 70));
    assertThat(first.isAnsweredBy(ledger.read(P0))).isFalse();
    ledger.checkpointed(lease, "m", 6, first.atMs());
    ledger.askForCheckpoints("at noon");
    assertThat(asked()).isEqualTo(first);
    assertThat(first.isAnsweredBy(ledger.read(P0))).as("began after the wish").isTrue();

    ledger.askForCheckpoints("later");
    assertThat(asked().id()).isEqualTo("later");
    assertThat(asked().atMs()).isGreaterThanOrEqualTo(first.atMs());
  }

  private CheckpointAsk asked() {
    return Objects.requireNonNull(Objects.requireNonNull(ledger.view()).asked());
  }

  @Test
  void shouldGrantAtOnceWithANewEpochWhenTheSameInstanceComesBack() {
    Lease first = granted("pod-a");

    Lease second = granted("pod-a");

    assertThat(second.epoch()).isEqualTo(2);
    assertThatThrownBy(() -> ledger.progress(first, at(1, 1))).isInstanceOf(FencedException.class);
  }

  @Test
  void shouldGrantEachEpochOnceWhenManyClaimAtATime() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Claim>> claims = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      String owner = "pod-" + i;
      claims.add(() -> ledger.claim(P0, owner, LONG));
    }

    List<Claim> outcomes = new ArrayList<>();
    for (Future<Claim> outcome : threads.invokeAll(claims)) {
      outcomes.add(outcome.get());
    }
    threads.shutdown();

    assertThat(outcomes).filteredOn(Claim.Granted.class::isInstance).hasSize(1);
  }

  @Test
  void shouldKeepALeaseOnlyWhileItIsRenewed() {
    Lease lease = lease("pod-a", SHORT);
    ledger.renew(lease, LONG);

    assertThat(ledger.claim(P0, "pod-b", LONG)).isInstanceOf(Claim.Refused.class);

    ledger.renew(lease, SHORT);
    TestRedis.until(() -> ledger.claim(P0, "pod-b", LONG) instanceof Claim.Granted);
  }

  @Test
  void shouldReturnWhatWasRecordedWhenReadAgain() {
    Lease lease = granted("pod-a");
    Progress progress =
        new Progress(42, -7, 1_000, 12.5, 0.25, "live", List.of("40 advance 3", "41 reject x"));

    ledger.progress(lease, progress);
    ledger.checkpointed(lease, "1-1.json", 40);

    PartitionEntry entry = ledger.read(P0);
    assertThat(entry.progress()).isEqualTo(progress);
    assertThat(entry.checkpoint()).isEqualTo("1-1.json");
    assertThat(entry.checkpointOffset()).isEqualTo(40);
  }

  @Test
  void shouldHandTheEntryToTheNextOwnerWhenReleased() {
    Lease lease = granted("pod-a");
    ledger.progress(lease, at(42, 420));
    ledger.checkpointed(lease, "1-1.json", 40);

    ledger.release(lease);
    Claim.Granted next = (Claim.Granted) ledger.claim(P0, "pod-b", LONG);

    assertThat(next.lease().epoch()).isEqualTo(2);
    assertThat(next.entry().committed()).isEqualTo(42);
    assertThat(next.entry().watermarkMs()).isEqualTo(420);
    assertThat(next.entry().checkpoint()).isEqualTo("1-1.json");
    assertThatThrownBy(() -> ledger.progress(lease, at(50, 500)))
        .isInstanceOf(FencedException.class);
  }

  @Test
  void shouldIgnoreAnOlderPositionBecauseTheLedgerOnlyMovesForward() {
    Lease lease = granted("pod-a");
    ledger.progress(lease, at(42, 420));
    ledger.checkpointed(lease, "1-2.json", 40);

    ledger.progress(lease, at(41, 430));
    ledger.progress(lease, at(42, 410));
    ledger.checkpointed(lease, "1-1.json", 30);

    PartitionEntry entry = ledger.read(P0);
    assertThat(entry.committed()).isEqualTo(42);
    assertThat(entry.watermarkMs()).isEqualTo(420);
    assertThat(entry.checkpoint()).isEqualTo("1-2.json");
  }

  @Test
  void shouldKeepOffsetAndWatermarkApartWhenOnlyOneMoves() {
    Lease lease = granted("pod-a");
    ledger.progress(lease, at(42, 420));

    ledger.progress(lease, at(42, 430));
    assertThat(ledger.read(P0).watermarkMs()).isEqualTo(430);

    ledger.progress(lease, at(43, 420));
    assertThat(ledger.read(P0).committed()).isEqualTo(43);
    assertThat(ledger.read(P0).watermarkMs()).isEqualTo(430);
  }

  @Test
  void shouldCompareExactlyWhenNumbersAreGreaterThanTwoToThe53() {
    Lease lease = granted("pod-a");
    long big = (1L << 53) + 1;
    ledger.progress(lease, at(big, -big));

    ledger.progress(lease, at(big - 1, -big));
    ledger.progress(lease, at(big, -big - 1));
    assertThat(ledger.read(P0).committed()).isEqualTo(big);
    assertThat(ledger.read(P0).watermarkMs()).isEqualTo(-big);

    ledger.progress(lease, at(big + 1, -big + 1));
    assertThat(ledger.read(P0).committed()).isEqualTo(big + 1);
    assertThat(ledger.read(P0).watermarkMs()).isEqualTo(-big + 1);
  }

  /** W8, A6: a silence goes on while nobody has the partition. */
  @Test
  void shouldTellTheNextOwnerHowLongItHasBeenSilentWhenRecordsWereTheLast() {
    ledger.progress(granted("pod-a"), at(7, 70));

    TestRedis.until(() -> claimed().silentMs(60_000) >= 20);

    assertThat(claimed().silentMs(60_000)).isLessThan(60_000);
  }

  @Test
  void shouldCountFromThereWithTheTimeoutOverWhenSilenceHasMovedTheWatermark() {
    ledger.progress(granted("pod-a"), at(7, 70));
    TestRedis.until(() -> claimed().nowMs() > ledger.read(P0).stillness().heardMs());

    ledger.progress(granted("pod-a"), at(7, 90));
    assertThat(claimed().silentMs(3_600_000)).isBetween(3_600_000L, 3_900_000L);

    TestRedis.until(() -> claimed().nowMs() > ledger.read(P0).stillness().movedMs());
    ledger.progress(granted("pod-a"), at(8, 90));
    assertThat(claimed().silentMs(3_600_000)).isLessThan(3_600_000);
  }

  @Test
  void shouldNotCallItSilentWhenNobodyKnows() {
    assertThat(claimed().silentMs(60_000)).isZero();
  }

  private Claim.Granted claimed() {
    return (Claim.Granted) ledger.claim(P0, "pod-a", LONG);
  }

  @Test
  void shouldForgetTheNextTimerWhenNothingWouldFireAnyMore() {
    Lease lease = granted("pod-a");
    ledger.progress(lease, new Progress(1, 10, 60_000, 0, 0, "live", List.of()));
    assertThat(ledger.read(P0).nextTimerMs()).isEqualTo(60_000);

    ledger.progress(lease, at(2, 60_000));

    assertThat(ledger.read(P0).nextTimerMs()).isEqualTo(Progress.NO_TIMER);
  }

  @Test
  void shouldKeepThePositionWhenOnlyTheStateIsReported() {
    Lease lease = granted("pod-a");
    ledger.progress(lease, new Progress(5, 50, 60, 1, 1, "live", List.of("5 x")));

    ledger.progress(
        lease,
        new Progress(
            Progress.NO_OFFSET,
            Progress.NO_WATERMARK,
            Progress.NO_TIMER,
            0,
            0,
            "restoring",
            List.of()));

    Progress progress = ledger.read(P0).progress();
    assertThat(progress).isEqualTo(new Progress(5, 50, 60, 0, 0, "restoring", List.of("5 x")));
  }

  @Test
  void shouldDropDecisionsBeforeTheCheckpointOnly() {
    Lease lease = granted("pod-a");
    List<String> decisions = List.of("9 a", "10 b", "10 c", "11 d");
    ledger.progress(lease, new Progress(12, 0, Progress.NO_TIMER, 0, 0, "live", decisions));

    ledger.checkpointed(lease, "1-1.json", 10);

    assertThat(ledger.read(P0).decisions()).containsExactly("10 b", "10 c", "11 d");
  }

  @Test
  void shouldNotRunWhatUserTextSaysWhenItLooksLikeLua() {
    Lease lease = granted("pod-a");
    String text = "'] redis.call('FLUSHALL') --\" \n {x}";

    ledger.progress(lease, new Progress(1, 1, 1, 0, 0, text, List.of("1 " + text)));

    assertThat(ledger.read(P0).state()).isEqualTo(text);
    assertThat(ledger.read(P0).decisions()).containsExactly("1 " + text);
  }

  @Test
  void shouldPutTheHoldersEntryBackWhenRedisLostIt() {
    Lease lease = granted("pod-a");
    ledger.progress(lease, at(42, 420));
    redis.run(Command.DEL, keys.partition(P0));

    ledger.progress(lease, at(43, 430));

    assertThat(regressions).containsExactly(0L);
    assertThat(ledger.read(P0).epoch()).isEqualTo(lease.epoch());
    assertThat(ledger.read(P0).owner()).isEqualTo("pod-a");
    assertThat(ledger.read(P0).committed()).isEqualTo(43);
  }

  @Test
  void shouldPutTheHoldersEntryBackWhenRedisWasRestoredFromAnOlderDump() {
    granted("pod-x");
    Lease lease = granted("pod-x");
    redis.run(
        Command.HSET, keys.partition(P0), "epoch", "1", "owner", "pod-old", "leaseUntil", "1");

    ledger.checkpointed(lease, "2-1.json", 10);

    assertThat(regressions).containsExactly(1L);
    assertThat(ledger.read(P0).epoch()).isEqualTo(2);
    assertThat(ledger.read(P0).checkpoint()).isEqualTo("2-1.json");
  }

  @Test
  void shouldFenceWhenRedisLostTheEpochAndAnotherLivesThereNow() {
    granted("pod-a");
    Lease lease = granted("pod-a");
    redis.run(Command.DEL, keys.partition(P0));
    granted("pod-b");

    assertThatThrownBy(() -> ledger.progress(lease, at(43, 430)))
        .isInstanceOf(FencedException.class);
    assertThat(regressions).isEmpty();
  }

  @Test
  void shouldGrantAnEpochAboveTheFloorWhenRedisIsEmpty() {
    Claim.Granted granted = (Claim.Granted) ledger.claim(P0, "pod-a", LONG, 17);

    assertThat(granted.lease().epoch()).isEqualTo(18);
  }

  @Test
  void shouldGoOnWhenTheScriptCacheWasFlushed() {
    Lease lease = granted("pod-a");
    redis.run(Command.SCRIPT, "FLUSH");

    ledger.progress(lease, at(1, 1));

    assertThat(ledger.read(P0).committed()).isEqualTo(1);
  }

  @Test
  void shouldKeepAPartitionForTheOneThatPreparedWhenItIsReleased() {
    Lease lease = granted("pod-a");
    assertThat(ledger.renew(lease, LONG)).isNull();
    assertThat(ledger.reserve(P0, "pod-b", lease.epoch(), LONG)).isTrue();
    assertThat(ledger.reserve(P0, "pod-c", lease.epoch(), LONG)).isFalse();
    assertThat(ledger.renew(lease, LONG)).isEqualTo("pod-b");

    ledger.release(lease);

    assertThat(ledger.claim(P0, "pod-c", LONG))
        .isInstanceOfSatisfying(
            Claim.Refused.class, refused -> assertThat(refused.owner()).isEqualTo("pod-b"));
    assertThat(ledger.claim(P0, "pod-b", LONG)).isInstanceOf(Claim.Granted.class);
    assertThat(ledger.read(P0).ownership().nextOwner()).isNull();
  }

  @Test
  void shouldFreeAReservationWhenTheOneThatPreparedIsGone() {
    Lease lease = granted("pod-a");
    assertThat(ledger.reserve(P0, "pod-b", lease.epoch(), SHORT)).isTrue();

    ledger.release(lease);

    TestRedis.until(() -> ledger.claim(P0, "pod-c", LONG) instanceof Claim.Granted);
  }

  @Test
  void shouldNotReserveWhenTheEpochHasMovedOn() {
    Lease lease = granted("pod-a");
    granted("pod-a");

    assertThat(ledger.reserve(P0, "pod-b", lease.epoch(), LONG)).isFalse();
  }

  @Test
  void shouldKeepTheFirstFunctionEntryWhenAnotherComesSecond() {
    FunctionEntry first = ledger.initMeta(FUNCTION);

    FunctionEntry second =
        ledger.initMeta(FunctionEntry.first("flights", "topic-id-2", 2, 3, "Other{}"));

    assertThat(first.revision()).isEqualTo(1);
    assertThat(second).isEqualTo(first);
    assertThat(second.sources().idOf("flights")).isEqualTo("topic-id-1");
  }

  @Test
  void shouldReplaceTheFunctionEntryOnlyFromTheRevisionThatWasSeen() {
    FunctionEntry first = ledger.initMeta(FUNCTION);

    FunctionEntry changed = ledger.replaceMeta(first.upgraded("Totals{n:long,m:long}", "2"));
    FunctionEntry refused = ledger.replaceMeta(first.upgraded("Lost{}", "3"));

    assertThat(changed.revision()).isEqualTo(2);
    assertThat(changed.version()).isEqualTo("2");
    assertThat(refused).isEqualTo(changed);
    assertThat(ledger.meta()).isEqualTo(changed);
  }

  @Test
  void shouldPublishOnlyNewerAssignments() {
    ledger.initMeta(FUNCTION);
    Assignment second = new Assignment(2, Map.of(P0, "pod-a", PartitionRef.source(1), "pod-b"));

    assertThat(ledger.publish(second)).isTrue();
    assertThat(ledger.publish(new Assignment(1, Map.of(P0, "pod-c")))).isFalse();
    assertThat(ledger.publish(new Assignment(2, Map.of(P0, "pod-c")))).isFalse();

    assertThat(ledger.meta()).extracting(FunctionEntry::assignment).isEqualTo(second);
  }

  @Test
  void shouldShowAllPartitionsOfBothStagesWhenOnlySomeWereEverHeld() {
    assertThat(ledger.view()).isNull();
    assertThat(ledger.readAll()).isEmpty();
    ledger.initMeta(FUNCTION);
    ledger.heartbeat("pod-a", LONG);
    ledger.progress(granted("pod-a"), at(42, 420));

    LedgerView view = Objects.requireNonNull(ledger.view());

    assertThat(view.live()).containsExactly("pod-a");
    assertThat(view.partitions())
        .extracting(entry -> entry.ref().toString())
        .containsExactly("s:0", "s:1", "p:0", "p:1", "p:2");
    assertThat(view.partitions().get(2).committed()).isEqualTo(42);
    assertThat(view.partitions().get(2).ownership().liveOwner(view.nowMs())).isEqualTo("pod-a");
    assertThat(view.partitions().get(3)).isEqualTo(PartitionEntry.absent(PartitionRef.windows(1)));
  }

  @Test
  void shouldCountOnlyThoseAsLiveWhoseHeartbeatHasNotRunOut() {
    ledger.heartbeat("pod-gone", SHORT);
    TestRedis.until(() -> !ledger.heartbeat("pod-a", LONG).contains("pod-gone"));
    assertThat(ledger.heartbeat("pod-b", LONG)).containsExactly("pod-a", "pod-b");

    ledger.leave("pod-a");

    assertThat(ledger.heartbeat("pod-b", LONG)).containsExactly("pod-b");
  }

  @Test
  void shouldRefuseNamesThatWouldBreakTheKeys() {
    assertThatThrownBy(() -> ledger.claim(P0, "pod a", LONG))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name=pod a");
    assertThatThrownBy(() -> new LedgerKeys("a}b", "f"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldNameTheFieldWhenAnEntryIsDamaged() {
    granted("pod-a");
    redis.run(Command.HSET, keys.partition(P0), "committed", "4x");

    assertThatThrownBy(() -> ledger.read(P0))
        .isInstanceOf(LedgerException.class)
        .hasMessageContainingAll("entry=p:0", "field=committed", "text=4x");
  }

  private Lease granted(String owner) {
    return lease(owner, LONG);
  }

  private Lease lease(String owner, Duration length) {
    return ((Claim.Granted) ledger.claim(P0, owner, length)).lease();
  }

  private static Progress at(long committed, long watermarkMs) {
    return new Progress(committed, watermarkMs, Progress.NO_TIMER, 0, 0, "live", List.of());
  }

  /** The operator tells the age of a checkpoint by it; a pointer that is repeated is no new one. */
  @Test
  void shouldKeepWhenACheckpointCameWhenItsPointerIsWrittenAgain() {
    ledger.initMeta(FUNCTION);
    Lease lease = granted("pod-a");
    ledger.checkpointed(lease, "1-1.json", 5);
    long first = ledger.read(lease.partition()).checkpointedMs();
    while (Objects.requireNonNull(ledger.view()).nowMs() <= first) {
      Thread.onSpinWait();
    }
    ledger.checkpointed(lease, "1-1.json", 5);
    assertThat(ledger.read(lease.partition()).checkpointedMs()).isEqualTo(first).isPositive();
    ledger.checkpointed(lease, "1-2.json", 9);
    assertThat(ledger.read(lease.partition()).checkpointedMs()).isGreaterThan(first);
  }

  /**
   * C5: a checkpoint that began before the wish is none that was wished for, however late it is.
   */
  @Test
  void shouldCountACheckpointAsAnswerOnlyWhenItBeganAfterTheWish() {
    ledger.initMeta(FUNCTION);
    Lease lease = granted("pod-a");
    ledger.progress(lease, at(20, 1));
    ledger.askForCheckpoints("one");
    long one = asked().atMs();
    assertThat(asked().isAnsweredBy(ledger.read(P0))).isFalse();
    ledger.checkpointed(lease, "1-1.json", 10);
    assertThat(ledger.read(P0).checkpointedMs()).isGreaterThanOrEqualTo(one);
    assertThat(asked().isAnsweredBy(ledger.read(P0))).as("began before").isFalse();

    ledger.checkpointed(lease, "1-2.json", 12, one);
    assertThat(asked().isAnsweredBy(ledger.read(P0))).isTrue();
    ledger.checkpointed(lease, "2-1.json", 14);
    assertThat(ledger.read(P0).answeredMs()).as("stays with a new owner").isEqualTo(one);

    while (Objects.requireNonNull(ledger.view()).nowMs() <= one) {
      Thread.onSpinWait();
    }
    ledger.askForCheckpoints("two");
    ledger.checkpointed(lease, "2-2.json", 16, one);
    assertThat(asked().isAnsweredBy(ledger.read(P0))).as("answers the wish before").isFalse();
    ledger.checkpointed(lease, "2-3.json", 20);
    assertThat(asked().isAnsweredBy(ledger.read(P0))).as("holds all there is").isTrue();
  }

  @Test
  void shouldTellWhatAnInstanceReportsUntilItTakesItBack() {
    ledger.report(new Report(Report.Kind.BUCKET_MISSING, "pod-a", "no bucket: name=b"), LONG);
    assertThat(ledger.view()).isNull();
    assertThat(ledger.report())
        .isEqualTo(new Report(Report.Kind.BUCKET_MISSING, "pod-a", "no bucket: name=b"));
    ledger.initMeta(FUNCTION);
    assertThat(Objects.requireNonNull(ledger.view()).report()).isNotNull();
    ledger.reportNothing("pod-b");
    assertThat(ledger.report()).as("another's report stays").isNotNull();
    ledger.reportNothing("pod-a");
    assertThat(ledger.report()).isNull();
  }

  @Test
  void shouldTellNothingWhenAReportHasRunOut() {
    ledger.report(new Report(Report.Kind.OTHER, "pod-a", "text"), LONG);
    assertThat(ledger.report()).isNotNull();
    ledger.report(new Report(Report.Kind.OTHER, "pod-a", "text"), Duration.ZERO);
    assertThat(ledger.report()).isNull();
  }

  /** W8: what a sleeper's silence does is known without a pod. */
  @Test
  void shouldKeepWhatSilenceDoesWhenItChanges() {
    FunctionEntry first = ledger.initMeta(FUNCTION.idling(new Idle(true, 60_000)));
    assertThat(first.idle()).isEqualTo(new Idle(true, 60_000));
    FunctionEntry changed = ledger.replaceMeta(first.idling(new Idle(false, 5_000)));
    assertThat(Objects.requireNonNull(ledger.meta()).idle()).isEqualTo(changed.idle());
    assertThat(changed.idle()).isEqualTo(new Idle(false, 5_000));
  }
}
