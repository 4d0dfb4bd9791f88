package dev.millrace.samples.flights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.testkit.FunctionHarness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The month of reports in the order in which they came, and the truth about it. */
final class January {
  static final int REPORTS = 26_677;
  static final int CANCELLED = 512;

  private static final int PARTITIONS = 4;
  private static final Path DATA = Path.of("data");
  private static final ObjectMapper JSON = new ObjectMapper();

  private January() {}

  /** One JSON text per report. */
  static List<String> reports() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(DATA.resolve("flights-2013-01.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lines {@code carrier,window_start,flights,delay_minutes_sum,distance_miles_sum}. */
  static List<String> truthByCarrierAndHour() {
    try {
      List<String> lines = Files.readAllLines(DATA.resolve("flights-2013-01-by-carrier-hour.csv"));
      return lines.subList(1, lines.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Feeds reports keyed by flight to four partitions, a month later, and then waits until the last
   * windows are complete: with all partitions silent, event time goes on at the pace of the clock.
   */
  static FunctionHarness feed(FunctionHarness harness, List<String> reports) {
    Instant afterwards = Instant.parse("2013-03-01T00:00:00Z");
    harness.partitions(PARTITIONS).startAt(afterwards.toEpochMilli());
    for (String report : reports) {
      String flight = json(report).get("flight").textValue();
      harness.record(Math.floorMod(flight.hashCode(), PARTITIONS), flight, report);
    }
    return harness.wallClock(afterwards.plus(Duration.ofDays(2)).toEpochMilli());
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
