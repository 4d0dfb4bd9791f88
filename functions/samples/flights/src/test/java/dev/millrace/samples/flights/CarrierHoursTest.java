package dev.millrace.samples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.millrace.engine.RejectReason;
import dev.millrace.functions.PaneKind;
import dev.millrace.testkit.FunctionHarness;
import dev.millrace.testkit.PaneRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CarrierHoursTest {

  @Test
  void shouldEqualTheTruthWhenTheWholeMonthWasRead() {
    try (FunctionHarness flights = FunctionHarness.of(CarrierHours.class)) {
      expectTheTruth(January.feed(flights, January.reports()));
    }
  }

  /** The same without Java: {@code functions/samples/flights-declarative}. */
  @Test
  void shouldEqualTheTruthWhenTheFunctionIsADocument() throws IOException {
    String document = Files.readString(Path.of("../flights-declarative/carrier-hours.yaml"));
    try (FunctionHarness flights = FunctionHarness.ofDocument(document)) {
      expectTheTruth(January.feed(flights, January.reports()));
    }
  }

  @Test
  void shouldGiveTheSameWhenItCrashesAnywhere() {
    try (FunctionHarness flights = FunctionHarness.of(CarrierHours.class)) {
      January.feed(flights, January.reports().subList(0, 150)).expectSameAllWays();
    }
  }

  private static void expectTheTruth(FunctionHarness flights) {
    assertThat(flights.panes())
        .extracting(CarrierHoursTest::line)
        .containsExactlyInAnyOrderElementsOf(January.truthByCarrierAndHour());
    assertThat(flights.panes())
        .allMatch(pane -> pane.kind() == PaneKind.ON_TIME && pane.isFinal() && pane.index() == 0);
    assertThat(flights.late()).isEmpty();
    assertThat(flights.deadLetters())
        .hasSize(January.CANCELLED)
        .allMatch(letter -> letter.reason() == RejectReason.INVALID_TIMESTAMP);
    assertThat(flights.openWindows()).isZero();
  }

  private static String line(PaneRow pane) {
    JsonNode totals = January.json(pane.value());
    return String.join(
        ",",
        pane.key(),
        Instant.ofEpochMilli(pane.startMs()).toString(),
        totals.get("flights").asText(),
        totals.get("delayMinutes").asText(),
        totals.get("distanceMiles").asText());
  }
}
