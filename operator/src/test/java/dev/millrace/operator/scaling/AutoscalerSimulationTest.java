package dev.millrace.operator.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.operator.scaling.Finding.Kind;
import dev.millrace.operator.scaling.ScalingPolicy.Bounds;
import dev.millrace.operator.scaling.ScalingPolicy.Steadiness;
import dev.millrace.operator.scaling.SimulatedFunction.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules A3 and A5 over time: synthetic traces and one recorded, with pods that start and move. */
class AutoscalerSimulationTest {
  private static final long MINUTE_MS = 60_000;
  private static final long HOUR_MS = 60 * MINUTE_MS;
  private static final long DAY_MS = 24 * HOUR_MS;

  private static ScalingPolicy policy(int min, int max, Duration drainTarget) {
    return new ScalingPolicy(
        Bounds.of(min, max),
        drainTarget,
        Duration.ofMinutes(5),
        Duration.ofMinutes(1),
        Steadiness.DEFAULT);
  }

  @ParameterizedTest(name = "outage of {0} s, {1} records/s arrive, {2} s to drain, start {3} s")
  @CsvSource({
    "600, 2000, 120, 5",
    "600, 2000, 120, 10",
    "900, 5000, 300, 30",
    "1800, 3000, 600, 60",
    "3600, 1000, 300, 10",
    "300, 8000, 120, 5",
  })
  void shouldDrainInTheTargetTimeWhenThereIsABacklogAfterAnOutage(
      int outageS, double rate, int targetS, int startS) {
    ScalingPolicy policy = policy(1, 64, Duration.ofSeconds(targetS));
    SimulatedFunction function =
        new SimulatedFunction(
            Settings.even(64, 1000).starting(startS * 1000L, 1_000), 12, now -> rate, 1);
    function.run(policy, 20 * MINUTE_MS);

    function.fallBehind(outageS * rate);
    long tookMs = function.runUntilBacklogIs(rate / 2, policy, HOUR_MS);

    assertThat(tookMs / 1000.0)
        .as("%s", function.changes())
        .isBetween(targetS * 0.8, targetS * 1.2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1})
  void shouldFollowADailyWaveWithoutThrash(long seed) {
    LongToDoubleFunction wave = now -> 6000 + 5000 * Math.sin(2 * Math.PI * now / (double) DAY_MS);
    SimulatedFunction function = new SimulatedFunction(Settings.even(32, 1000), 6, wave, seed);

    function.run(policy(1, 32, Duration.ofSeconds(60)), DAY_MS);

    assertThat(function.reversalsInTheWorstHour()).isLessThanOrEqualTo(4);
    assertThat(function.changes()).extracting(SimulatedFunction.Change::to).contains(2, 12);
    assertThat(function.changes()).hasSizeLessThan(80);
    assertThat(function.backlog()).isLessThan(3 * 6000);
  }

  @Test
  void shouldMeetABurstAndGoBackWhenItIsOver() {
    LongToDoubleFunction burst = now -> now >= 30 * MINUTE_MS && now < 40 * MINUTE_MS ? 9000 : 900;
    ScalingPolicy policy = policy(1, 32, Duration.ofSeconds(60));
    SimulatedFunction function = new SimulatedFunction(Settings.even(32, 1000), 1, burst, 1);

    function.run(policy, 30 * MINUTE_MS);
    int before = function.pods();
    function.run(policy, 3 * MINUTE_MS);
    int during = function.pods();
    double waiting = function.backlog();
    function.run(policy, 60 * MINUTE_MS);

    assertThat(before).isLessThanOrEqualTo(2);
    assertThat(during).as("%s", function.changes()).isBetween(10, 24);
    assertThat(waiting).as("caught up within three minutes").isLessThan(2 * 9000);
    assertThat(function.pods()).isLessThanOrEqualTo(2);
    assertThat(function.reversalsInTheWorstHour()).isLessThanOrEqualTo(4);
  }

  @Test
  void shouldNameTheHotPartitionAndNotAddPodsForItWhenOneIsHot() {
    Settings settings = Settings.even(16, 1000).hot(3, 0.7);
    ScalingPolicy policy = policy(1, 16, Duration.ofSeconds(60));
    SimulatedFunction function = new SimulatedFunction(settings, 2, now -> 2000, 1);

    function.run(policy, HOUR_MS);

    assertThat(function.pods()).isLessThanOrEqualTo(3);
    assertThat(function.lastDecision().findings())
        .anySatisfy(
            finding -> {
              assertThat(finding.kind()).isEqualTo(Kind.HOT_PARTITION);
              assertThat(finding.partition()).isEqualTo("p:3");
              assertThat(finding.text()).contains("more pods do not help");
            });
  }

  @Test
  void shouldAskOnceAndWaitWhenPodsStartSlowly() {
    ScalingPolicy policy = policy(1, 32, Duration.ofMinutes(5));
    SimulatedFunction function =
        new SimulatedFunction(
            Settings.even(32, 1000).starting(90_000, 10_000),
            3,
            now -> now < 30 * MINUTE_MS ? 2000 : 8000,
            1);

    function.run(policy, 30 * MINUTE_MS);
    int changesBefore = function.changes().size();
    function.run(policy, 30 * MINUTE_MS);

    assertThat(function.backlog()).isLessThan(2 * 8000);
    assertThat(function.changes().size() - changesBefore)
        .as("%s", function.changes())
        .isLessThanOrEqualTo(5);
    assertThat(function.pods()).isBetween(8, 20);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldStayWhenLagIsNoisy(long seed) {
    SimulatedFunction function =
        new SimulatedFunction(
            Settings.even(16, 1000).noisy(1), 5, now -> now / 5000 % 2 == 0 ? 5000 : 3000, seed);

    function.run(policy(1, 16, Duration.ofSeconds(60)), 2 * HOUR_MS);

    assertThat(function.changes()).hasSizeLessThanOrEqualTo(6);
    assertThat(function.pods()).as("%s", function.changes()).isBetween(5, 8);
  }

  /** O03: the load swings around the threshold, restoring takes a minute, the source freezes. */
  @Test
  void shouldChangeRarelyWhenEveryChangeCausesTheLagItMeasures() {
    ScalingPolicy policy = policy(1, 16, Duration.ofSeconds(60));
    SimulatedFunction function =
        new SimulatedFunction(
            Settings.even(16, 1000).starting(10_000, 60_000),
            4,
            now -> 4000 + 1500 * Math.sin(2 * Math.PI * now / (2.0 * MINUTE_MS)),
            1);

    function.run(policy, 25 * MINUTE_MS);
    function.freeze();
    int atFreeze = function.changes().size();
    function.run(policy, 3 * MINUTE_MS);
    int whileStale = function.changes().size();
    function.run(policy, 2 * MINUTE_MS);
    assertThat(function.changes()).as("nothing is decided on a stale metric").hasSize(whileStale);
    function.thaw();
    function.run(policy, 30 * MINUTE_MS);

    assertThat(whileStale - atFreeze).isLessThanOrEqualTo(1);
    assertThat(function.changes()).hasSizeLessThanOrEqualTo(6);
    assertThat(function.backlog()).isLessThan(4000 * 5);
  }

  /** The hours of January 2013 of the flights sample, as records per second. */
  @Test
  void shouldFollowARecordedMonthWithoutThrash() {
    List<Integer> hours = flightsPerHour();
    LongToDoubleFunction recorded =
        now -> hours.get((int) Math.min(hours.size() - 1, now / HOUR_MS)) * 50.0;
    SimulatedFunction function = new SimulatedFunction(Settings.even(16, 500), 1, recorded, 1);

    function.run(policy(1, 16, Duration.ofSeconds(60)), 2 * DAY_MS);

    assertThat(function.reversalsInTheWorstHour()).isLessThanOrEqualTo(4);
    assertThat(function.changes().size()).isBetween(4, 70);
    assertThat(function.backlog()).isLessThan(20_000);
  }

  @Test
  void shouldNeverExceedThePartitionsWhateverIsAsked() {
    SimulatedFunction function = new SimulatedFunction(Settings.even(5, 1000), 1, now -> 50_000, 1);

    function.run(policy(0, 100, Duration.ofSeconds(10)), HOUR_MS);

    assertThat(function.changes()).allSatisfy(change -> assertThat(change.to()).isLessThan(6));
    assertThat(function.pods()).isEqualTo(5);
    assertThat(function.lastDecision().findings())
        .extracting(Finding::kind)
        .contains(Kind.TOO_FEW_PARTITIONS);
  }

  @Test
  void shouldWidenTheMarginWhenPredictionsCameTrueTooLate() {
    ScalingPolicy policy = policy(1, 64, Duration.ofMinutes(2));
    // Twice as much comes while a backlog is drained: the prediction cannot hold.
    LongToDoubleFunction treacherous = now -> now % (20 * MINUTE_MS) < 2 * MINUTE_MS ? 6000 : 2000;
    SimulatedFunction function = new SimulatedFunction(Settings.even(64, 1000), 4, treacherous, 1);
    function.run(policy, 20 * MINUTE_MS - 1_000);
    function.fallBehind(400_000);
    function.run(policy, 10 * MINUTE_MS);

    List<Outcome> outcomes = function.lastDecision().memory().outcomes();

    assertThat(outcomes).isNotEmpty();
    assertThat(outcomes).anySatisfy(outcome -> assertThat(outcome.lateness()).isPositive());
    assertThat(function.lastDecision().memory().margin().share()).isGreaterThan(Margin.LEAST);
  }

  private static List<Integer> flightsPerHour() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    AutoscalerSimulationTest.class.getResourceAsStream(
                        "/traces/flights-2013-01-per-hour.csv")),
                StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .skip(1)
          .map(line -> Integer.valueOf(line.substring(line.indexOf(',') + 1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
