package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of window (W5, W6, W9), each with its answer worked out by hand; one pod runs all. */
class WindowsIT {
  private static final String QUIET = "watermarks: {outOfOrderness: 0s, idleTimeout: never}\n";
  private static final String COUNT =
      QUIET + "aggregates: {n: count}\noutput: {times: epoch-millis}\n";

  private static final Map<String, String> FUNCTIONS = new LinkedHashMap<>();

  static {
    FUNCTIONS.put("w-tumbling", "window: {tumbling: {size: 10s, offset: 3s}}\n" + COUNT);
    FUNCTIONS.put("w-sliding", "window: {sliding: {size: 10s, slide: 4s}}\n" + COUNT);
    FUNCTIONS.put("w-session", "window: {session: {gap: 5s}}\n" + COUNT);
    FUNCTIONS.put("w-calendar", "window: {calendar: {unit: day, zone: Europe/Berlin}}\n" + COUNT);
    FUNCTIONS.put(
        "w-global", "window: {global: {}}\nemission: {mode: early, everyRecords: 2}\n" + COUNT);
    FUNCTIONS.put(
        "w-late",
        "window: {tumbling: {size: 10s}}\nlateness: {allowed: 10s, announceClose: true}\n" + COUNT);
    FUNCTIONS.put(
        "w-retracting",
        "window: {tumbling: {size: 10s}}\nlateness: {allowed: 10s}\naccumulation: retracting\n"
            + COUNT);
    FUNCTIONS.put(
        "w-discarding",
        "window: {tumbling: {size: 10s}}\nlateness: {allowed: 10s}\naccumulation: discarding\n"
            + COUNT);
    FUNCTIONS.put(
        "w-on-close",
        "window: {tumbling: {size: 10s}}\nlateness: {allowed: 10s}\nemission: {mode: on-close}\n"
            + COUNT);
    FUNCTIONS.put(
        "w-aggregates",
        """
        window: {tumbling: {size: 10s}}
        aggregates:
          n: count
          sum: {sum: v}
          mean: {mean: v}
          min: {min: v}
          max: {max: v}
          first: {first: v}
          last: {last: v}
          distinct: {distinct: v}
          sketch: {distinctSketch: v}
          quantiles: {quantiles: {field: v, ranks: [0.5]}}
          top: {topN: {field: v, n: 2}}
          list: {list: v}
        output: {times: epoch-millis}
        """
            + QUIET);
  }

  @TempDir static Path folder;
  private static Topics topics;
  private static Pod pod;

  @BeforeAll
  static void start() {
    topics = new Topics(Services.shared().kafka());
    List<Path> documents = new ArrayList<>();
    FUNCTIONS.forEach(
        (name, text) -> {
          topics.create(1, name + "-in", name + "-panes", name + "-late");
          documents.add(Documents.write(folder, name, text));
        });
    pod =
        Pod.ready(
            Pod.Plan.of("windows", folder, Services.shared(), documents.toArray(Path[]::new)));
  }

  @AfterAll
  static void stop() {
    pod.close();
    topics.close();
  }

  private static void send(String function, long... times) {
    for (long at : times) {
      topics.send(function + "-in", "k", "{\"at\":" + at + ",\"v\":" + at / 1000 + "}");
    }
    topics.flush();
  }

  private static void expect(String function, String... panes) {
    String topic = function + "-panes";
    pod.until(function + " has written", () -> topics.panes(topic).size() >= panes.length);
    assertThat(topics.panes(topic)).containsExactlyInAnyOrder(panes);
  }

  private static String pane(long start, long end, String kind, String results) {
    return "k [%d,%d) %s {\"key\":\"k\",\"windowStart\":%d,\"windowEnd\":%d,%s}"
        .formatted(start, end, kind, start, end, results);
  }

  @Test
  void shouldCountWhenWindowsTumbleFromAnOffset() {
    send("w-tumbling", 3_000, 12_999, 13_000, 30_000);
    expect(
        "w-tumbling",
        pane(3_000, 13_000, "on-time final", "\"n\":2"),
        pane(13_000, 23_000, "on-time final", "\"n\":1"));
  }

  @Test
  void shouldCountInEachWindowWhenTheyOverlap() {
    send("w-sliding", 8_000, 13_000, 100_000);
    expect(
        "w-sliding",
        pane(0, 10_000, "on-time final", "\"n\":1"),
        pane(4_000, 14_000, "on-time final", "\"n\":2"),
        pane(8_000, 18_000, "on-time final", "\"n\":2"),
        pane(12_000, 22_000, "on-time final", "\"n\":1"));
  }

  @Test
  void shouldMergeSessionsWhenTheyTouch() {
    send("w-session", 1_000, 6_000, 11_001, 30_000);
    expect(
        "w-session",
        pane(1_000, 11_000, "on-time final", "\"n\":2"),
        pane(11_001, 16_001, "on-time final", "\"n\":1"));
  }

  /** The last Sunday of March 2025 has 23 hours there. */
  @Test
  void shouldCountAShortDayWhenTheClockGoesForward() {
    long start = 1_743_289_200_000L;
    long end = start + 23 * 3_600_000L;
    send("w-calendar", start, end - 1, end + 1);
    expect("w-calendar", pane(start, end, "on-time final", "\"n\":2"));
  }

  @Test
  void shouldFireEarlyWhenAWindowNeverEnds() {
    send("w-global", 1_000, 2_000, 3_000, 4_000);
    String window = "k [%d,%d) early ".formatted(Long.MIN_VALUE, Long.MAX_VALUE);
    String row = "{\"key\":\"k\",\"windowStart\":null,\"windowEnd\":null,\"n\":%d}";
    expect("w-global", window + row.formatted(2), window + row.formatted(4));
  }

  @Test
  void shouldCorrectThenCloseWhenRecordsAreLate() {
    send("w-late", 1_000, 12_000, 2_000, 25_000, 3_000);
    expect(
        "w-late",
        pane(0, 10_000, "on-time", "\"n\":1"),
        pane(0, 10_000, "late", "\"n\":2"),
        pane(0, 10_000, "late final", "\"n\":2"),
        pane(10_000, 20_000, "on-time", "\"n\":1"));
    pod.until("the late record is written", () -> !topics.read("w-late-late").isEmpty());
    Topics.Row late = topics.read("w-late-late").get(0);
    assertThat(late.value()).contains("\"at\":3000");
    assertThat(late.header("millrace-watermark")).isEqualTo("25000");
  }

  @Test
  void shouldTakeBackThePaneBeforeWhenRetracting() {
    send("w-retracting", 1_000, 12_000, 2_000, 15_000);
    expect(
        "w-retracting",
        pane(0, 10_000, "on-time", "\"n\":1"),
        pane(0, 10_000, "retraction", "\"n\":1"),
        pane(0, 10_000, "late", "\"n\":2"));
  }

  @Test
  void shouldTellOnlyWhatIsNewWhenDiscarding() {
    send("w-discarding", 1_000, 12_000, 2_000, 3_000, 15_000);
    expect(
        "w-discarding",
        pane(0, 10_000, "on-time", "\"n\":1"),
        pane(0, 10_000, "late", "\"n\":1"),
        pane(0, 10_000, "late", "\"n\":1"));
  }

  @Test
  void shouldWriteOneFinalPaneWhenEmittingOnClose() {
    send("w-on-close", 1_000, 12_000, 2_000, 25_000);
    expect("w-on-close", pane(0, 10_000, "on-time final", "\"n\":2"));
  }

  /** The quantile is that of its sketch, which is off by one part in a hundred at most. */
  @Test
  void shouldComputeEachAggregateWhenADocumentNamesThem() {
    send("w-aggregates", 1_000, 4_000, 2_000, 4_000, 20_000);
    expect(
        "w-aggregates",
        pane(
            0,
            10_000,
            "on-time final",
            "\"n\":4,\"sum\":11,\"mean\":2.75,\"min\":1,\"max\":4,\"first\":1,\"last\":4,"
                + "\"distinct\":3,\"sketch\":3,\"quantiles\":[2.0078125],\"top\":[4,4],"
                + "\"list\":[1,2,4,4]"));
  }
}
