package dev.millrace.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.e2e.January.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sample with a class in an image of its own, and checkpoints on request (C5). */
class FlightDaysIT {
  private static final int PARTITIONS = 4;
  private static final String TOPIC = "flights-by-day";
  private static final String WISH = "2030-01-01T00:00:00Z";

  private final Setting setting = Setting.shared();
  private final String namespace = setting.namespace("flight-days");
  private final Topics topics = setting.topics();

  @AfterEach
  void close() {
    topics.close();
  }

  @Test
  void shouldEqualTheTruthAndSaveWhenAskedWhenItRunsAClass() {
    topics.create(PARTITIONS, TOPIC, "flight-days");
    Function function =
        setting.apply(
            namespace,
            "flight-days",
            // Rare checkpoints, so that none comes by itself when one is asked for.
            yaml ->
                yaml.replace("topic: flights", "topic: " + TOPIC)
                    .replace("checkpoints:\n", "checkpoints:\n    interval: 1h\n"));
    topics.send(TOPIC, January.reports(), 1);
    Map<String, Totals> truth = January.byFlightAndDay();
    try (Panes panes = setting.panes("flight-days")) {
      Until.holds("the first panes", () -> !panes.read().isEmpty(), function::report);
      saveNow(function);
      endAllDays();
      Until.holds(
          "all days of all flights", () -> panes.read().size() >= truth.size(), function::report);
      assertThat(panes.read()).isEqualTo(truth);
      assertThat(panes.repeated()).as("panes that came twice").isEmpty();
    }
  }

  private void saveNow(Function function) {
    function.annotate("millrace.dev/checkpoint-requested=" + WISH);
    Until.holds(
        "checkpoints of all partitions",
        () -> function.status("checkpointRequest").contains("done=true"),
        function::report);
    assertThat(function.status("checkpointRequest"))
        .contains("requested=" + WISH, "of=" + PARTITIONS, "saved=" + PARTITIONS);
  }

  /** A report of a later day in each partition; it is of no flight of the month. */
  private void endAllDays() {
    Instant later = Instant.parse("2013-02-02T05:00:00Z").plus(Duration.ofHours(13));
    for (int partition = 0; partition < PARTITIONS; partition++) {
      topics.send(TOPIC, partition, "none", January.report("none", later));
    }
  }
}
