package dev.millrace.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.kafka.EmittedPane;
import dev.millrace.cli.kafka.KeyedWindow;
import dev.millrace.cli.reconcile.EmittedPanes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The month's totals per carrier and hour, made by someone else's batch computation. */
final class Truth {
  private static final String FILE = "/demo/flights-2013-01-by-carrier-hour.csv";

  private final Map<CarrierHour, Totals> expected = new HashMap<>();

  private record CarrierHour(String carrier, long startMs) {}

  private record Totals(long flights, long delayMinutes, long distanceMiles) {}

  Truth() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(FlightFeed.resource(FILE), StandardCharsets.UTF_8))) {
      reader.lines().skip(1).forEach(this::addLine);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addLine(String line) {
    String[] cells = line.split(",", -1);
    expected.put(
        new CarrierHour(cells[0], Instant.parse(cells[1]).toEpochMilli()),
        new Totals(Long.parseLong(cells[2]), Long.parseLong(cells[3]), Long.parseLong(cells[4])));
  }

  /** Rows of the file. */
  int rows() {
    return expected.size();
  }

  /** Number of rows without the same pane, and of panes that end in the period without a row. */
  long differences(EmittedPanes emitted, long untilMs) {
    Map<CarrierHour, Totals> actual = new HashMap<>();
    for (KeyedWindow window : emitted.windows()) {
      EmittedPane pane = emitted.of(window);
      if (pane != null && window.endMs() <= untilMs) {
        actual.put(new CarrierHour(window.keyText(), window.startMs()), totals(pane));
      }
    }
    long wrong =
        expected.entrySet().stream()
            .filter(row -> !row.getValue().equals(actual.get(row.getKey())))
            .count();
    long invented = actual.keySet().stream().filter(row -> !expected.containsKey(row)).count();
    return wrong + invented;
  }

  private static Totals totals(EmittedPane pane) {
    try {
      JsonNode json = new ObjectMapper().readTree(pane.value());
      return new Totals(
          json.path("flights").longValue(),
          json.path("delayMinutes").longValue(),
          json.path("distanceMiles").longValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
