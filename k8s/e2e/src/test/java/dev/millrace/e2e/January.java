package dev.millrace.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** The month of flight reports, and the truth about it, by plain grouping. */
final class January {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
  private static final Path DATA = Home.of("functions/samples/flights/data");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is asked about a group of flights. */
  record Totals(long flights, long delay, long distance) {

    Totals plus(Totals other) {
      return new Totals(flights + other.flights, delay + other.delay, distance + other.distance);
    }

    Totals times(int n) {
      return new Totals(flights * n, delay * n, distance * n);
    }
  }

  private January() {}

  /** One JSON text per report, in the order in which they came. */
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

  /** The table beside the data: by {@code carrier@window start}. */
  static Map<String, Totals> byCarrierAndHour() {
    try {
      Map<String, Totals> truth = new TreeMap<>();
      List<String> lines = Files.readAllLines(DATA.resolve("flights-2013-01-by-carrier-hour.csv"));
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.split(",", -1);
        truth.put(
            group(cells[0], Instant.parse(cells[1])),
            new Totals(number(cells[2]), number(cells[3]), number(cells[4])));
      }
      return truth;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By {@code flight@start of the New York day}. */
  static Map<String, Totals> byFlightAndDay() {
    Map<String, Totals> truth = new TreeMap<>();
    for (String text : reports()) {
      JsonNode report = json(text);
      if (!report.get("departedAt").isNull()) {
        Instant departedAt = Instant.parse(report.get("departedAt").textValue());
        Instant day = departedAt.atZone(NEW_YORK).toLocalDate().atStartOfDay(NEW_YORK).toInstant();
        truth.merge(
            group(report.get("flight").textValue(), day),
            new Totals(
                1, report.get("delayMinutes").longValue(), report.get("distanceMiles").longValue()),
            Totals::plus);
      }
    }
    return truth;
  }

  /** Name of a group. */
  static String group(String key, Instant start) {
    return key + "@" + start;
  }

  /** A report of a flight that is not in the month: it only moves event time. */
  static String report(String flight, Instant departedAt) {
    return JSON.createObjectNode()
        .put("flight", flight)
        .put("carrier", "none")
        .put("departedAt", departedAt.toString())
        .put("delayMinutes", 0)
        .put("distanceMiles", 0)
        .toString();
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(String cell) {
    return Long.parseLong(cell);
  }
}
