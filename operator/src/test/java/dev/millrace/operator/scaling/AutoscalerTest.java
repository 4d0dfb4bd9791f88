package dev.millrace.operator.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.engine.lag.PartitionLag.StartFrom;
import dev.millrace.operator.scaling.Decision.Cause;
import dev.millrace.operator.scaling.PartitionSample.EventTime;
import dev.millrace.operator.scaling.PartitionSample.Load;
import dev.millrace.operator.scaling.PartitionSample.Standing;
import dev.millrace.operator.scaling.ScalingPolicy.Bounds;
import dev.millrace.operator.scaling.ScalingPolicy.Steadiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Single decisions (rules A3, A4, A6); the lag cases O01, O04 and K07 from the field among them.
 */
class AutoscalerTest {
  private static final long NOW_MS = 1_700_000_000_000L;
  private static final long HOUR_MS = 3_600_000;

  /** One pod does a record per second, and what waits is to be gone in ten seconds. */
  private static final ScalingPolicy TEN_PER_POD =
      new ScalingPolicy(
          Bounds.of(0, 100),
          Duration.ofSeconds(10),
          Duration.ZERO,
          Duration.ofMinutes(1),
          new Steadiness(Duration.ZERO, Duration.ZERO, 4));

  private static PartitionSample partition(int number, long lag, Standing standing) {
    LogBounds log = lag < 0 ? null : new LogBounds(0, 1000, 1000);
    long position = lag < 0 ? 40 : 1000 - lag;
    return new PartitionSample(
        "p:" + number,
        log,
        log == null
            ? PartitionLag.unknown()
            : PartitionLag.of(log, position, StartFrom.EARLIEST, true),
        position,
        EventTime.NONE,
        Load.NONE,
        "pod-0",
        standing);
  }

  private static PartitionSample due(long dueAtMs) {
    LogBounds log = new LogBounds(0, 1000, 1000);
    return new PartitionSample(
        "p:0",
        log,
        PartitionLag.of(log, 1000, StartFrom.EARLIEST, true),
        1000,
        new EventTime(NOW_MS - HOUR_MS, NOW_MS, dueAtMs),
        Load.NONE,
        null,
        Standing.SETTLED);
  }

  private static List<PartitionSample> partitions(Standing standing, long... lags) {
    List<PartitionSample> result = new ArrayList<>();
    for (int i = 0; i < lags.length; i++) {
      result.add(partition(i, lags[i], standing));
    }
    return result;
  }

  /** What is remembered when one record per second and pod was measured. */
  private static ScalingMemory knowing() {
    ScalingMemory fresh = ScalingMemory.from(NOW_MS - HOUR_MS);
    return new ScalingMemory(
        fresh.course(),
        fresh.start(),
        fresh.recent(),
        fresh.longTerm(),
        new Capacity(1, true),
        fresh.margin(),
        null,
        fresh.tracks(),
        NOW_MS - HOUR_MS);
  }

  private static Decision decide(Snapshot snapshot) {
    return Autoscaler.decide(snapshot, TEN_PER_POD, knowing(), NOW_MS);
  }

  private static Snapshot snapshot(int pods, List<PartitionSample> partitions) {
    return new Snapshot(NOW_MS - 5_000, pods, pods, partitions);
  }

  /** The decisions of case O01: lags, pods now, standing, the least and the most to be chosen. */
  @ParameterizedTest
  @CsvSource({
    "100 0 0 0 0, 3, SETTLED, 1, 5",
    "100 100 100 100 100, 3, SETTLED, 5, 5",
    "15 5 0 0 0, 3, SETTLED, 2, 2",
    "0 0 0 0 0, 3, SETTLED, 0, 0",
    "0 0 0 0 0, 3, OPEN, 1, 3",
    "0 0 -1 0 0, 3, SETTLED, 3, 3",
    "500 500 0 0 0, 3, RESTORING, 3, 3",
    "1 0 0 0 0, 0, SETTLED, 1, 1",
  })
  void shouldDecideAsTheCaseFromTheFieldSays(
      String lags, int pods, Standing standing, int atLeast, int atMost) {
    long[] numbers = List.of(lags.split(" ")).stream().mapToLong(Long::parseLong).toArray();

    Decision decision = decide(snapshot(pods, partitions(standing, numbers)));

    assertThat(decision.pods()).as(decision.why()).isBetween(atLeast, atMost);
  }

  @Test
  void shouldHoldWhenTheMeasurementIsOld() {
    Snapshot old =
        new Snapshot(NOW_MS - 900_000, 3, 3, partitions(Standing.SETTLED, 500, 0, 0, 0, 0));

    Decision decision = decide(old);

    assertThat(decision.pods()).isEqualTo(3);
    assertThat(decision.cause()).isEqualTo(Cause.STALE);
    assertThat(decision.why()).contains("15 min old");
  }

  @Test
  void shouldSayWhichLagIsUnknownWhenItHolds() {
    Decision decision = decide(snapshot(3, partitions(Standing.SETTLED, 0, -1, 9)));

    assertThat(decision.cause()).isEqualTo(Cause.UNKNOWN_LAG);
    assertThat(decision.why()).isEqualTo("3 pods: the lag of p:1 is not known");
  }

  @Test
  void shouldShowTheArithmeticWhenItScales() {
    Decision decision = decide(snapshot(1, partitions(Standing.SETTLED, 20, 10, 8, 2, 0)));

    assertThat(decision.pods()).isEqualTo(4);
    assertThat(decision.cause()).isEqualTo(Cause.BACKLOG);
    assertThat(decision.why())
        .isEqualTo(
            "4 pods = ceil((0.0/s arriving + 40 records waiting / 5 s), of it 3.4/s that pods can do"
                + " × 1.05 / 1.0/s per pod)");
  }

  /** K07: the position is past the transaction marker, so nothing waits. */
  @Test
  void shouldGoToZeroWhenOnlyATransactionMarkerFollowedTheLastRecord() {
    LogBounds log = new LogBounds(0, 6, 6);
    PartitionSample settled =
        new PartitionSample(
            "p:0",
            log,
            PartitionLag.of(log, 6, StartFrom.EARLIEST, true),
            6,
            EventTime.NONE,
            Load.NONE,
            "pod-0",
            Standing.SETTLED);

    assertThat(decide(snapshot(1, List.of(settled))).pods()).isZero();
  }

  /** O04: five partitions, a hundred pods allowed. */
  @Test
  void shouldNotExceedThePartitionsWhenMoreIsAllowedAndAskedFor() {
    Decision decision = decide(snapshot(5, partitions(Standing.SETTLED, 900, 900, 900, 900, 900)));

    assertThat(decision.pods()).isEqualTo(5);
    assertThat(decision.findings())
        .extracting(Finding::kind)
        .contains(Finding.Kind.TOO_FEW_PARTITIONS);
  }

  @Test
  void shouldStayAwakeWhenTheNextWindowFallsDueSoon() {
    assertThat(decide(snapshot(1, List.of(due(NOW_MS + 50_000)))).pods()).isEqualTo(1);
  }

  @Test
  void shouldSleepAndSayWhenToLookAgainWhenTheNextWindowFallsDueLater() {
    Decision decision = decide(snapshot(1, List.of(due(NOW_MS + 2 * HOUR_MS))));

    assertThat(decision.pods()).isZero();
    assertThat(decision.why())
        .isEqualTo("0 pods: nothing waits, quiet for 60 min, the next window falls due in 120 min");
    assertThat(decision.lookAgainAtMs())
        .isEqualTo(NOW_MS + 2 * HOUR_MS - StartTime.ASSUMED_MS - 1_000);
  }

  @Test
  void shouldWakeJustBeforeAWindowFallsDueByTheStartTimeItLearned() {
    ScalingMemory slow = knowing();
    slow =
        slow.with(
            slow.course(),
            slow.start().asked(NOW_MS - 60_000).observe(snapshot(1, List.of()), NOW_MS - 20_000));
    List<PartitionSample> early = List.of(due(NOW_MS + 42_000));
    List<PartitionSample> inTime = List.of(due(NOW_MS + 40_000));

    assertThat(Autoscaler.decide(snapshot(0, early), TEN_PER_POD, slow, NOW_MS).pods()).isZero();
    Decision woken = Autoscaler.decide(snapshot(0, inTime), TEN_PER_POD, slow, NOW_MS);
    assertThat(woken.pods()).isEqualTo(1);
    assertThat(woken.cause()).isEqualTo(Cause.WOKEN_BY_TIMER);
  }

  @Test
  void shouldStayAwakeUntilItWasQuietForLongEnough() {
    ScalingPolicy patient =
        new ScalingPolicy(
            Bounds.of(0, 3),
            Duration.ofSeconds(10),
            Duration.ofMinutes(5),
            Duration.ZERO,
            TEN_PER_POD.steadiness());
    Snapshot still = snapshot(1, partitions(Standing.SETTLED, 0, 0));
    ScalingMemory memory = ScalingMemory.from(NOW_MS);

    Decision before = Autoscaler.decide(still, patient, memory, NOW_MS + 60_000);
    Snapshot later = new Snapshot(NOW_MS + 300_000, 1, 1, still.partitions());
    Decision after = Autoscaler.decide(later, patient, before.memory(), NOW_MS + 300_000);

    assertThat(before.pods()).isEqualTo(1);
    assertThat(after.pods()).isZero();
  }

  @Test
  void shouldStayAwakeWhenAPartitionHasRefused() {
    assertThat(decide(snapshot(1, partitions(Standing.REFUSED, 0, 0))).pods()).isEqualTo(1);
  }

  @Test
  void shouldWaitForPodsThatWereAskedForBeforeItAsksAgain() {
    Snapshot first = snapshot(1, partitions(Standing.SETTLED, 90, 90, 90));
    Decision asked = decide(first);
    Snapshot starting = new Snapshot(NOW_MS, asked.pods(), 1, first.partitions());

    Decision decision = Autoscaler.decide(starting, TEN_PER_POD, asked.memory(), NOW_MS + 5_000);

    assertThat(asked.pods()).isEqualTo(3);
    assertThat(decision.cause()).isEqualTo(Cause.STARTING);
    assertThat(decision.pods()).isEqualTo(3);
  }

  @Test
  void shouldNotWaitForPodsOfWhichItOnlyAdvised() {
    Snapshot fixed = snapshot(1, partitions(Standing.SETTLED, 90, 90, 90));
    Decision advised = Autoscaler.advise(fixed, TEN_PER_POD, knowing(), NOW_MS);
    Snapshot restarted = new Snapshot(NOW_MS, 1, 0, fixed.partitions());

    Decision decision = Autoscaler.decide(restarted, TEN_PER_POD, advised.memory(), NOW_MS + 5_000);

    assertThat(advised.pods()).isEqualTo(3);
    assertThat(advised.memory().start().isUnderWay(NOW_MS + 5_000)).isFalse();
    assertThat(decision.cause()).isNotEqualTo(Cause.STARTING);
  }

  @Test
  void shouldRunAsManyPodsAsThePartitionsPerPodAskForWhenAwake() {
    ScalingPolicy packed =
        new ScalingPolicy(
            new Bounds(0, 10, 2),
            Duration.ofSeconds(10),
            Duration.ZERO,
            Duration.ZERO,
            TEN_PER_POD.steadiness());

    Decision decision =
        Autoscaler.decide(
            snapshot(0, partitions(Standing.SETTLED, 1, 0, 0, 0, 0)), packed, knowing(), NOW_MS);

    assertThat(decision.pods()).isEqualTo(3);
  }

  @Test
  void shouldCountARecordOnceForEachStageWhenItIsRekeyed() {
    LogBounds log = new LogBounds(0, 1000, 1000);
    List<PartitionSample> both = new ArrayList<>();
    for (String name : List.of("s:0", "s:1", "s:2", "s:3", "p:0", "p:1", "p:2", "p:3")) {
      long position = name.startsWith("s:") ? 995 : 1000;
      both.add(
          new PartitionSample(
              name,
              log,
              PartitionLag.of(log, position, StartFrom.EARLIEST, true),
              position,
              EventTime.NONE,
              Load.NONE,
              "pod-0",
              Standing.SETTLED));
    }

    Decision decision = decide(snapshot(1, both));

    // 4 × 5 records, read twice, within 10 s less a start of 5 s.
    assertThat(decision.why()).contains("40 records waiting / 5 s");
    assertThat(decision.pods()).isEqualTo(4);
  }
}
