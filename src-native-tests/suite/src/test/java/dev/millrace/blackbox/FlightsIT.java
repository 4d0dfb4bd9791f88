package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's own classes: functions, events and accumulators that are records, found and reached
 * without any configuration, and restored from a checkpoint after {@code kill -9} (X2, A2).
 */
class FlightsIT {
  private static final String PANE = "%s [%d,%d) on-time final %s";
  private static final String TOTALS = "{\"flights\":%d,\"delayMinutes\":%d,\"distanceMiles\":%d}";
  private static final long HOUR_MS = 3_600_000;

  /** 2013-01-01T15:00:00Z. */
  private static final long START_MS = 1_357_052_400_000L;

  /** Midnight of that day in New York. */
  private static final long DAY_MS = START_MS - 10 * HOUR_MS;

  @TempDir Path folder;

  @Test
  void shouldTotalFlightsWhenTheFunctionsAreAUsersClasses() {
    Services services = Services.shared();
    Pod.Plan plan = Pod.Plan.of("flights", folder, services).without("quarkus.millrace.document");
    try (Topics topics = new Topics(services.kafka())) {
      topics.create(1, "flights", "carrier-hours-panes", "flight-days-panes");
      topics.create(1, "carrier-hours-dead-letters", "flight-days-dead-letters");
      send(topics, "UA1", "UA", "\"2013-01-01T15:10:00Z\"", "7", 1400);
      send(topics, "UA2", "UA", "\"2013-01-01T15:59:59Z\"", "-4", 719);
      send(topics, "B61", "B6", "null", "null", 1065);
      topics.flush();
      try (Pod pod = Pod.ready(plan, Artifact.classes())) {
        awaitSaved(pod);
        pod.killHard();
      }
      send(topics, "UA1", "UA", "\"2013-01-01T15:30:00Z\"", "10", 1);
      send(topics, "END", "ZZ", "\"2013-01-09T00:00:00Z\"", "0", 0);
      topics.flush();
      try (Pod pod = Pod.ready(plan, Artifact.classes())) {
        expect(pod, topics, "carrier-hours", pane("UA", START_MS, 1, 3, 13, 2120));
        expect(
            pod,
            topics,
            "flight-days",
            pane("UA1", DAY_MS, 24, 2, 17, 1401),
            pane("UA2", DAY_MS, 24, 1, -4, 719));
        expectCancelledIsSetAside(pod, topics);
        assertThat(pod.log()).as("from a checkpoint").containsPattern("Opened: .* from=[1-9]");
      }
    }
  }

  private static void send(
      Topics topics, String flight, String carrier, String at, String delay, long miles) {
    topics.send(
        "flights",
        flight,
        "{\"flight\":\"%s\",\"carrier\":\"%s\",\"departedAt\":%s,\"delayMinutes\":%s,\"distanceMiles\":%d}"
            .formatted(flight, carrier, at, delay, miles));
  }

  /** Each partition has been saved; re-keyed, there is one for each stage. */
  private static void awaitSaved(Pod pod) {
    pod.awaitMetric("millrace_checkpoints_total", "complete", 3);
  }

  private static String pane(
      String key, long startMs, int hours, long flights, long delay, long miles) {
    return PANE.formatted(
        key, startMs, startMs + hours * HOUR_MS, TOTALS.formatted(flights, delay, miles));
  }

  private static void expect(Pod pod, Topics topics, String function, String... panes) {
    String topic = function + "-panes";
    pod.until(function + " has written", () -> topics.panes(topic).size() >= panes.length);
    assertThat(topics.panes(topic)).containsExactly(panes);
  }

  private static void expectCancelledIsSetAside(Pod pod, Topics topics) {
    for (String function : List.of("carrier-hours", "flight-days")) {
      String topic = function + "-dead-letters";
      pod.until(function + " has rejected one", () -> !topics.read(topic).isEmpty());
      assertThat(topics.read(topic))
          .extracting(row -> row.key() + " " + row.header("millrace-reason"))
          .containsExactly("B61 invalid_ts");
    }
  }
}
