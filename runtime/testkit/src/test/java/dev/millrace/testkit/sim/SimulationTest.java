package dev.millrace.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.testkit.Outcome;
import dev.millrace.testkit.PaneTable;
import dev.millrace.testkit.Scripts;
import dev.millrace.testkit.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.AssertionFailedError;

/**
 * Random functions, logs, crashes and transactions of random sizes against the oracle: whole pane
 * sequences, late records, counters and open windows (rules W1 to W9, E1, R1 to R3, X2 to X5).
 */
class SimulationTest {

  @ParameterizedTest
  @EnumSource(WindowKind.class)
  void shouldEmitWhatTheRulesAskForWhateverTheWay(WindowKind kind) {
    Seeds.all().forEach(seed -> check(kind, seed, ways(seed)));
  }

  /** Databases take their time, so there are few seeds. */
  @ParameterizedTest
  @EnumSource(WindowKind.class)
  void shouldEmitTheSameWhenTheStateIsOnDisk(WindowKind kind) {
    List<Way> ways = new ArrayList<>(List.of(Way.PLAIN));
    ways.addAll(Way.ON_DISK);
    Seeds.some().forEach(seed -> check(kind, seed, ways));
  }

  private static void check(WindowKind kind, long seed, List<Way> ways) {
    Scenario scenario = RandomScenario.of(kind, seed);
    if (failure(scenario, ways) == null) {
      return;
    }
    int count = 0;
    @Nullable Throwable failure = null;
    while (failure == null) {
      failure = failure(scenario.first(++count), ways);
    }
    throw new AssertionFailedError(
        describe(kind, seed, scenario.first(count)) + failure.getMessage(), failure);
  }

  /** All ways of the kit, and one of the seed's own. */
  private static List<Way> ways(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Way.Crash[] crashes = Way.Crash.values();
    List<Way> ways = new ArrayList<>(Way.ALL);
    ways.add(
        new Way(
            "random",
            random.nextInt(1, 9),
            random.nextInt(1, 5),
            crashes[random.nextInt(crashes.length)],
            Way.StoreKind.HEAP));
    return ways;
  }

  private static @Nullable Throwable failure(Scenario scenario, List<Way> ways) {
    try {
      Outcome outcome = Scripts.runWays(scenario.function(), scenario.script(), ways);
      Scenario.Expected expected = scenario.expected();
      Scenario.Expected actual = Scenario.Expected.of(outcome);
      if (!expected.panes().equals(actual.panes())) {
        return new AssertionError(
            "Expected the oracle's panes (- missing, + unexpected):\n"
                + PaneTable.difference(expected.panes(), actual.panes()));
      }
      assertThat(actual).isEqualTo(expected);
      return null;
    } catch (RuntimeException | AssertionError e) {
      return e;
    }
  }

  private static String describe(WindowKind kind, long seed, Scenario scenario) {
    StringBuilder text =
        new StringBuilder("Replay it by -Dsim.seed=" + seed + " (" + kind + ").\n")
            .append(scenario.spec())
            .append("\npartitions=")
            .append(scenario.partitions())
            .append(", assignedAtMs=")
            .append(scenario.assignedAtMs())
            .append(", atomic=")
            .append(scenario.atomic())
            .append(", reticent=")
            .append(scenario.reticent())
            .append('\n');
    scenario.happenings().forEach(h -> text.append("  ").append(h).append('\n'));
    return text.toString();
  }
}
