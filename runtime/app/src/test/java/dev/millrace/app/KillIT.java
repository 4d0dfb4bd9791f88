package dev.millrace.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.SharedServices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stock application on a real broker, a real Redis and an S3 server: what it writes is the same
 * whether it is killed with −9 in mid-stream or not (X2, X3, C2).
 */
class KillIT {
  private static final int PARTITIONS = 2;
  private static final int RECORDS = 20_000;
  private static final int KEYS = 50;
  private static final long START_MS = 1_700_000_000_000L;
  private static final long DEADLINE_NS = Duration.ofSeconds(60).toNanos();
  private static final String INPUT = "clicks-in";

  private static Topics topics;

  @TempDir static Path folder;

  @BeforeAll
  static void feed() throws Exception {
    SharedServices.s3().createBucket(StockApp.BUCKET);
    topics = new Topics(SharedServices.kafka().address());
    topics.create(INPUT, PARTITIONS);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < RECORDS; i++) {
      String user = "user-" + random.nextInt(KEYS);
      long at = START_MS + i * 2L - random.nextInt(400);
      topics.send(INPUT, random.nextInt(PARTITIONS), "any", click(at, user, i));
    }
    for (int p = 0; p < PARTITIONS; p++) {
      topics.send(INPUT, p, "any", click(START_MS + 1_000_000, "end", 0));
    }
    topics.flush();
  }

  @AfterAll
  static void disconnect() {
    topics.close();
  }

  private static String click(long at, String user, long amount) {
    return "{\"at\":" + at + ",\"user\":\"" + user + "\",\"amount\":" + amount + "}";
  }

  private static Path document(String function) throws Exception {
    return Files.writeString(
        folder.resolve(function + ".yaml"),
        """
        name: %s
        key: user
        eventTime: {field: at, format: epoch-millis}
        window: {tumbling: {size: 1s}}
        watermarks: {outOfOrderness: 500ms, idleTimeout: never}
        aggregates: {clicks: count, total: {sum: amount}}
        topics: {input: %s}
        """
            .formatted(function, INPUT));
  }

  private static void until(StockApp app, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > DEADLINE_NS) {
        throw new AssertionError(
            "Expected it within 60 s, but it did not come:\n" + app.state() + "\n" + app.log());
      }
      Thread.onSpinWait();
    }
  }

  private static Map<String, List<String>> runUndisturbed(String function) throws Exception {
    try (StockApp app = StockApp.start("calm", folder, document(function), Map.of())) {
      until(app, () -> topics.paneCount(function + "-panes") >= expectedPanes());
    }
    return topics.panes(function + "-panes");
  }

  /** Every key is there in every second; see {@link #feed}. */
  private static int expectedPanes() {
    return KEYS * (RECORDS * 2 / 1_000);
  }

  @Test
  void shouldWriteTheSameWhenKilledInMidStream() throws Exception {
    Map<String, List<String>> calm = runUndisturbed("clicks-calm");
    String function = "clicks-killed";
    String panes = function + "-panes";
    Path document = document(function);
    for (String point : List.of("batch.middle:4000", "txn.before-commit:4", "replay.middle:100")) {
      Map<String, String> armed = Map.of("millrace.failpoint", point);
      StockApp app = StockApp.start("stormy", folder, document, armed);
      until(app, () -> !app.isAlive());
      assertThat(app.await()).as("%s%n%s", point, app.log()).isEqualTo(137);
    }
    StockApp killed = StockApp.start("stormy", folder, document, Map.of());
    until(killed, () -> topics.paneCount(panes) > 0);
    killed.killHard();
    try (StockApp app = StockApp.start("stormy", folder, document, Map.of())) {
      until(app, () -> topics.paneCount(panes) >= expectedPanes());
      assertAnswers(app, function);
    }
    assertThat(topics.panes(panes)).isEqualTo(calm);
  }

  private static void assertAnswers(StockApp app, String function) {
    assertThat(app.get("/q/health/ready")).contains("\"status\": \"UP\"").contains(function);
    assertThat(app.get("/millrace/functions/" + function)).contains("\"live\"");
    assertThat(app.get("/q/metrics")).contains("millrace_records_total").contains("millrace_lag{");
  }
}
