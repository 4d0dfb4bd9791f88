package dev.millrace.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.e2e.January.Totals;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The sample without Java: a month of flights while pods are killed, then sleep with windows open,
 * and waking for them (rules A3 to A6, X1 to X3, W8).
 */
class CarrierHoursIT {
  /**
   * Each report comes so often: what is gone before other pods have started is no reason to start
   * them (A3). A pod drains 16 of each within half a minute, while it takes several looks that last
   * before more are asked for; it must have far more to do than that.
   */
  private static final int TIMES = 64;

  private static final int KILLS = 2;
  private static final Duration WINDOW = Duration.ofHours(1);
  private static final Duration OUT_OF_ORDERNESS = Duration.ofHours(12);

  /** Of a drained month windows are open that may get more, and that the last reports are in. */
  private static final Duration OPEN = OUT_OF_ORDERNESS.plusHours(2);

  /** To fall asleep takes half a minute once a pod works, on a slow machine more. */
  private static final Duration FALLS_ASLEEP = Duration.ofMinutes(2);

  private static final Instant FIRST = Instant.parse("2013-01-01T00:00:00Z");

  private final Setting setting = Setting.shared();
  private final String namespace = setting.namespace("carrier-hours");
  private final Topics topics = setting.topics();
  private final Map<String, Totals> truth = new TreeMap<>();
  private final SplittableRandom random = new SplittableRandom(1);

  @AfterEach
  void close() {
    topics.close();
  }

  @Test
  void shouldEqualTheTruthWhenItGrowsDiesSleepsAndWakes() {
    topics.create(4, "flights", "carrier-hours", "carrier-hours-late", "carrier-hours-dead");
    January.byCarrierAndHour().forEach((group, totals) -> truth.put(group, totals.times(TIMES)));
    Function function = setting.apply(namespace, "carrier-hours");
    function.patch(
        """
        {"spec": {"scaling": {"drainTarget": "5s", "idleAfter": "10s", "wakeAhead": "5s", "max": 3},
                  "time": {"idleTimeout": "20s"},
                  "pod": {"resources": {"limits": {"cpu": "500m"}}}}}""");
    function.awaitPhase("Sleeping");
    String next = setting.anotherVersion("millrace-app");
    try (Panes panes = setting.panes("carrier-hours")) {
      wakeByARecord(function, FIRST);
      List<String> reports = January.reports();
      int most = reports.size() * 3 / 4;
      topics.send("flights", reports.subList(0, most), TIMES);
      Duration starts = killPodsAtWork(function, panes);
      topics.send("flights", reports.subList(most, reports.size()), TIMES);
      rollThrough(function, next);
      drain(function, panes);
      sleepWithWindowsOpen(function, panes);
      // It wakes ahead of its windows by the longest start that it has seen: leave time to sleep.
      Duration untilDue = starts.plus(starts.dividedBy(4)).plus(FALLS_ASLEEP);
      wakeByARecord(function, lastEnd().plus(OUT_OF_ORDERNESS).minus(untilDue));
      sleepUntilTheLastWindowsAreDue(function, panes);
    }
  }

  /** A record at zero; the report is of no flight of the month and only moves event time. */
  private void wakeByARecord(Function function, Instant departedAt) {
    try (Scaling scaling = function.scaling()) {
      topics.send("flights", 0, "none", January.report("none", departedAt));
      long inTheLog = System.nanoTime();
      long askedFor = scaling.awaitPods(function::report);
      System.out.println("zero -> pod requested: ms=" + (askedFor - inTheLog) / 1_000_000);
    }
  }

  /** Returns how long it took from then on until all pods worked. */
  private Duration killPodsAtWork(Function function, Panes panes) {
    long start = System.nanoTime();
    Until.holds("several pods", () -> function.ready(null) > 1, function::report);
    for (int n = 0; n < KILLS; n++) {
      int seen = panes.read().size();
      List<Pod> pods = function.pods();
      assertThat(pods).as("pods at work").isNotEmpty();
      function.kill(pods.get(random.nextInt(pods.size())).getMetadata().getName());
      Until.holds(
          "panes after a kill",
          () -> panes.read().size() > seen || function.status("phase").equals("Sleeping"),
          function::report);
    }
    Until.holds(
        "all pods ready", () -> function.ready(null) >= function.wanted(), function::report);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** A2, A8: pods of a new image take over while there is work. */
  private void rollThrough(Function function, String image) {
    function.patch("{\"spec\": {\"replicas\": 2, \"image\": \"" + image + "\"}}");
    Until.holds(
        "two pods of the new image and no other",
        () -> function.pods().size() == 2 && function.ready(image) == 2,
        function::report);
    function.patch("{\"spec\": {\"replicas\": null}}");
  }

  private void drain(Function function, Panes panes) {
    Map<String, Totals> complete = new TreeMap<>(truth);
    complete.keySet().removeIf(group -> start(group).isAfter(lastEnd().minus(OPEN)));
    Until.holds(
        "all windows but the last ones",
        () -> panes.read().keySet().containsAll(complete.keySet()),
        function::report);
    assertThat(truth).containsAllEntriesOf(panes.read());
  }

  private void sleepWithWindowsOpen(Function function, Panes panes) {
    Until.holds(
        "it asleep with windows open",
        () -> function.wanted() == 0 && !function.status("nextFiring").isEmpty(),
        function::report);
    assertThat(panes.read().size())
        .as(() -> "panes before the last windows are due\n" + function.report())
        .isLessThan(truth.size());
  }

  private void sleepUntilTheLastWindowsAreDue(Function function, Panes panes) {
    Map<String, Totals> complete = new TreeMap<>(truth);
    complete.keySet().removeIf(group -> start(group).equals(lastEnd().minus(WINDOW)));
    Until.holds(
        "all windows but those of the last hour",
        () -> panes.read().size() >= complete.size(),
        function::report);
    assertThat(panes.read()).as(function::report).isEqualTo(complete);
    sleepWithWindowsOpen(function, panes);
    Until.holds("it awake for its windows", () -> function.wanted() > 0, function::report);
    Until.holds("the last windows", () -> panes.read().size() == truth.size(), function::report);
    assertThat(panes.read()).isEqualTo(truth);
    assertThat(panes.repeated()).as("panes that came twice").isEmpty();
  }

  private Instant lastEnd() {
    return truth.keySet().stream()
        .map(CarrierHoursIT::start)
        .max(Instant::compareTo)
        .orElseThrow()
        .plus(WINDOW);
  }

  private static Instant start(String group) {
    return Instant.parse(group.substring(group.indexOf('@') + 1));
  }
}
