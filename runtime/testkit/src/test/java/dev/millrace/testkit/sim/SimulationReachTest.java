package dev.millrace.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.PaneKind;
import dev.millrace.testkit.PaneRow;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation proves only what it meets: everything it is meant for occurs often enough. */
class SimulationReachTest {
  private static final long SEEDS = 200;

  @ParameterizedTest
  @EnumSource(
      value = WindowKind.class,
      names = {"TUMBLING", "SLIDING", "SESSION", "CALENDAR"})
  void shouldMeetEveryKindOfPaneAndVerdict(WindowKind kind) {
    Map<String, Long> met = met(kind);
    for (PaneKind pane : PaneKind.values()) {
      assertThat(met).as(met.toString()).containsKey("panes." + pane.label());
      assertThat(met.get("panes." + pane.label())).as(met.toString()).isGreaterThan(50);
    }
    assertThat(met.get("panes.final")).as(met.toString()).isGreaterThan(50);
    for (String verdict :
        new String[] {"too_late", "null_key", "invalid_ts", "future_ts", "function_failed"}) {
      assertThat(met.getOrDefault(verdict, 0L)).as(verdict + met).isGreaterThan(20);
    }
    assertThat(met.get("moved by silence")).as(met.toString()).isGreaterThan(20);
  }

  @Test
  void shouldMeetRecordsThatAreLateForSomeWindowsOnlyWhenSliding() {
    assertThat(met(WindowKind.SLIDING).get("partly_late")).isGreaterThan(50);
  }

  @Test
  void shouldMeetEarlyPanesOfGlobalWindowsInEveryAccumulation() {
    Map<String, Long> met = met(WindowKind.GLOBAL);
    assertThat(met.get("panes.early")).as(met.toString()).isGreaterThan(200);
    assertThat(met.get("panes.retraction")).as(met.toString()).isGreaterThan(50);
    assertThat(met).doesNotContainKeys("too_late", "panes.on-time", "panes.late");
  }

  private static Map<String, Long> met(WindowKind kind) {
    Map<String, Long> met = new TreeMap<>();
    LongStream.range(0, SEEDS)
        .forEach(
            seed -> {
              Scenario scenario = RandomScenario.of(kind, seed);
              Scenario.Expected expected = scenario.expected();
              expected.counters().forEach((name, n) -> met.merge(name, n, Long::sum));
              for (PaneRow pane : expected.panes()) {
                met.merge("panes.final", pane.isFinal() ? 1L : 0L, Long::sum);
              }
              met.merge("moved by silence", movedBySilence(scenario), Long::sum);
            });
    return met;
  }

  /** Clock steps after which there are more panes than before. */
  private static long movedBySilence(Scenario scenario) {
    long moves = 0;
    for (int i = 0; i < scenario.happenings().size(); i++) {
      if (scenario.happenings().get(i) instanceof Scenario.Happening.Clock) {
        int before = scenario.first(i).expected().panes().size();
        moves += scenario.first(i + 1).expected().panes().size() > before ? 1 : 0;
      }
    }
    return moves;
  }
}
