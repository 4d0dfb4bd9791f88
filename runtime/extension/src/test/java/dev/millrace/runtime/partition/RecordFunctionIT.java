package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.emit.HeaderNames;
import dev.millrace.runtime.ledger.CheckpointAsk;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.TestRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A function without windows on a real broker and a real Redis, through crashes (F1 to F3). */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class RecordFunctionIT {
  private static final int PARTITIONS = 2;
  private static final int RECORDS = 4_000;

  /** Of every ten clicks five are passed on, one of them twice. */
  private static final int RESULTS = RECORDS * 6 / 10;

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  @Test
  void shouldEmitEveryResultOnceAndInOrderWhenPodsCrash() throws Exception {
    String name = "records-crash";
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    TestPod first = started(name, settings);
    send(name, 0, RECORDS / 2);
    awaitResults(name, 1);
    first.crash();
    TestPod second = new TestPod("pod", BigClicks.class, settings);
    send(name, RECORDS / 2, RECORDS);
    awaitResults(name, RESULTS / 2 + 1);
    second.crash();
    try (TestPod third = new TestPod("pod", BigClicks.class, settings)) {
      awaitResults(name, RESULTS);
      assertThat(third.function().runners()).allMatch(r -> r.gauges().replayed.get() == 0);
    }
    List<String> found = results(name);
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected());
    assertThat(inOrderOfOffsets(name)).isTrue();
  }

  /** F3: nothing is kept, so nothing is saved, and whoever asks for checkpoints is answered. */
  @Test
  void shouldSaveNothingWhenThereIsNoState() throws Exception {
    String name = "records-saved";
    TestPod.Settings settings =
        TestPod.Settings.of(name, folder)
            .withConfig(Map.of("quarkus.millrace.checkpoints.interval", "100ms"));
    try (TestPod pod = started(name, settings)) {
      send(name, 0, RECORDS);
      awaitResults(name, RESULTS);
      Ledger ledger = pod.function().context().ledger();
      ledger.askForCheckpoints("now");
      TestRedis.until(
          () -> {
            var view = Objects.requireNonNull(ledger.view());
            CheckpointAsk asked = view.asked();
            return asked != null && view.partitions().stream().allMatch(asked::isAnsweredBy);
          });
      assertThat(ledger.readAll()).allMatch(p -> p.checkpoint() == null && p.keepsNothing());
    }
    try (var files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void shouldHandPartitionsOverWhenASecondPodJoins() throws Exception {
    String name = "records-handover";
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    try (TestPod first = started(name, settings)) {
      send(name, 0, RECORDS / 2);
      awaitResults(name, 1);
      try (TestPod second = new TestPod("pod-b", BigClicks.class, settings)) {
        TestRedis.until(
            () ->
                first.function().runners().size() == 1 && second.function().runners().size() == 1);
        send(name, RECORDS / 2, RECORDS);
        awaitResults(name, RESULTS);
      }
    }
    assertThat(results(name)).containsExactlyInAnyOrderElementsOf(expected());
  }

  /** X7: what comes twice says so, by the record and the result that it is. */
  @Test
  void shouldLoseNothingWhenAtLeastOnceCrashes() throws Exception {
    String name = "records-at-least-once";
    TestPod.Settings settings = TestPod.Settings.of(name, folder).with(Guarantee.AT_LEAST_ONCE);
    TestPod first = started(name, settings);
    send(name, 0, RECORDS / 2);
    awaitResults(name, 1);
    first.crash();
    try (TestPod second = new TestPod("pod", BigClicks.class, settings)) {
      send(name, RECORDS / 2, RECORDS);
      TestRedis.until(() -> List.copyOf(results(name)).containsAll(expected()));
    }
    Map<String, String> byResult = new HashMap<>();
    topics
        .committed(name + "-panes")
        .forEach(r -> byResult.put(TestTopics.header(r, HeaderNames.RESULT), text(r)));
    assertThat(byResult.values()).containsExactlyInAnyOrderElementsOf(expected());
  }

  private static TestPod started(String name, TestPod.Settings settings) throws Exception {
    topics.create(name + "-in", PARTITIONS);
    return new TestPod("pod", BigClicks.class, settings);
  }

  /** Clicks whose amount is their number; the key is the number, too. */
  private static void send(String name, int from, int to) {
    for (int i = from; i < to; i++) {
      String click = ClickFeed.click(ClickFeed.START_MS + i, "user", i);
      topics.send(name + "-in", i % PARTITIONS, Integer.toString(i), click);
    }
    topics.flush();
  }

  private static List<String> expected() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < RECORDS; i += 2) {
      all.add(i + " " + i + " t=" + i);
      if (i % 10 == 0) {
        all.add("ten " + i + " t=" + i);
      }
    }
    return all;
  }

  private static void awaitResults(String name, int count) {
    TestRedis.until(() -> results(name).size() >= count);
  }

  private static List<String> results(String name) {
    return topics.committed(name + "-panes").stream().map(RecordFunctionIT::text).toList();
  }

  private static String text(ConsumerRecord<byte[], byte[]> r) {
    String value = new String(r.value(), UTF_8);
    return new String(r.key(), UTF_8) + " " + value + " t=" + (r.timestamp() - ClickFeed.START_MS);
  }

  /** F2: of one partition of the input, in each partition of the output. */
  private static boolean inOrderOfOffsets(String name) {
    Map<TopicPartition, Long> last = new HashMap<>();
    boolean ordered = true;
    for (ConsumerRecord<byte[], byte[]> r : topics.committed(name + "-panes")) {
      String[] place = TestTopics.header(r, HeaderNames.RESULT).split("/", -1);
      var path = new TopicPartition(place[0] + " to " + r.topic(), r.partition());
      Long before = last.put(path, Long.parseLong(place[1]));
      ordered = ordered && (before == null || before <= Long.parseLong(place[1]));
    }
    return ordered;
  }
}
