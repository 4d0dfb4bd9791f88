package dev.millrace.samples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.millrace.testkit.FunctionHarness;
import dev.millrace.testkit.PaneRow;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FlightDaysTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  @Test
  void shouldEqualAPlainGroupingWhenTheWholeMonthWasRead() {
    try (FunctionHarness flights = FunctionHarness.of(FlightDays.class)) {
      January.feed(flights, January.reports());

      Map<String, FlightTotals> panes =
          flights.panes().stream()
              .collect(Collectors.toMap(FlightDaysTest::flightAndDay, FlightDaysTest::totals));
      assertThat(panes).isEqualTo(plainGrouping());
      assertThat(flights.deadLetters()).hasSize(January.CANCELLED);
      assertThat(flights.late()).isEmpty();
    }
  }

  @Test
  void shouldGiveTheSameWhenItCrashesAnywhere() {
    try (FunctionHarness flights = FunctionHarness.of(FlightDays.class)) {
      January.feed(flights, January.reports().subList(0, 150)).expectSameAllWays();
    }
  }

  private static Map<String, FlightTotals> plainGrouping() {
    Map<String, FlightTotals> groups = new TreeMap<>();
    for (String text : January.reports()) {
      JsonNode report = January.json(text);
      if (!report.get("departedAt").isNull()) {
        Instant departedAt = Instant.parse(report.get("departedAt").textValue());
        groups.merge(
            report.get("flight").textValue() + "@" + departedAt.atZone(NEW_YORK).toLocalDate(),
            new FlightTotals(
                1, report.get("delayMinutes").longValue(), report.get("distanceMiles").longValue()),
            FlightTotals::plus);
      }
    }
    return groups;
  }

  private static String flightAndDay(PaneRow pane) {
    LocalDate day = Instant.ofEpochMilli(pane.startMs()).atZone(NEW_YORK).toLocalDate();
    return pane.key() + "@" + day;
  }

  private static FlightTotals totals(PaneRow pane) {
    JsonNode totals = January.json(pane.value());
    return new FlightTotals(
        totals.get("flights").longValue(),
        totals.get("delayMinutes").longValue(),
        totals.get("distanceMiles").longValue());
  }
}
