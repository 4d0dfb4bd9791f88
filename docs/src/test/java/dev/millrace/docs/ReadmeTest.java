package dev.millrace.docs;

import static dev.millrace.testkit.ExpectedPane.onTime;

import dev.millrace.testkit.ExpectedPane;
import dev.millrace.testkit.FunctionHarness;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What README.md shows does what it says: the class, and the same as a document. */
class ReadmeTest {
  private static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");
  private static final Instant ELEVEN = TEN.plus(Duration.ofHours(1));

  @Test
  void shouldSumDelaysPerCarrierAndHourWhenWrittenInJava() {
    expectSum(FunctionHarness.of(Readme.DelaysByCarrier.class), "15");
  }

  @Test
  void shouldSumDelaysPerCarrierAndHourWhenADocument() {
    String document = Page.of("README.md").snippets("yaml").get(0).code();
    expectSum(
        FunctionHarness.ofDocument(document),
        """
        {"key":"UA","windowStart":"2026-03-01T10:00:00Z","windowEnd":"2026-03-01T11:00:00Z",\
        "delay":15}\
        """);
  }

  private static void expectSum(FunctionHarness delays, String sum) {
    ExpectedPane pane = onTime("UA", TEN.toEpochMilli(), ELEVEN.toEpochMilli(), sum);
    try (delays) {
      delays
          .startAt(ELEVEN.toEpochMilli())
          .record("UA1", new Readme.Flight("UA", TEN.plus(Duration.ofMinutes(50)), 12))
          .record("UA2", new Readme.Flight("UA", TEN.plus(Duration.ofMinutes(10)), 3))
          .wallClock(ELEVEN.plus(Duration.ofHours(13)).toEpochMilli())
          .expectPanes(pane.asFinal())
          .expectSameAllWays();
    }
  }
}
