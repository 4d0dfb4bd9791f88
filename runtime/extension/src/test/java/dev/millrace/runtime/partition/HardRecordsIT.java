package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.emit.HeaderNames;
import dev.millrace.runtime.ledger.TestRedis;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Records of megabytes, panes larger than the broker takes, and user code that throws (E1). */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class HardRecordsIT {
  private static final long START_MS = 1_700_000_000_000L;
  private static final int MEBIBYTE = 1 << 20;
  private static final Map<String, String> SIX_MIB =
      Map.of("max.message.bytes", Integer.toString(6 * MEBIBYTE));

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  private static void send(String function, int second, String user, long amount) {
    long at = START_MS + second * 1_000L;
    topics.send(
        function + "-in",
        0,
        "a",
        "{\"at\":" + at + ",\"user\":\"" + user + "\",\"amount\":" + amount + "}");
    topics.flush();
  }

  /** Text that compression does not make small. */
  private static String text(int chars) {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder(chars);
    for (int i = 0; i < chars; i++) {
      text.append((char) random.nextInt('0', 'z' + 1));
    }
    return text.toString().replace('\\', '/');
  }

  @Test
  void shouldReadARecordOfFiveMebibytesWhenTheTopicTakesIt() throws Exception {
    String name = "large-in";
    topics.create(name + "-in", 1, SIX_MIB);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, TestPod.Settings.of(name, folder))) {
      send(name, 0, text(5 * MEBIBYTE), 3);
      send(name, 10, "b", 0);
      TestRedis.until(() -> !topics.panes(name + "-panes").isEmpty());
      pod.awaitNoTrouble();
    }
    assertThat(topics.panes(name + "-panes")).singleElement().asString().endsWith(" 3");
  }

  @Test
  void shouldRekeyAndWriteLargeRecordsWhenTheTopicsTakeThem() throws Exception {
    String name = "large-rekeyed";
    topics.create(name + "-in", 1, SIX_MIB);
    topics.create(name + "-panes", 1, SIX_MIB);
    String user = text(2 * MEBIBYTE);
    try (TestPod pod = new TestPod("pod", UserTotals.class, TestPod.Settings.of(name, folder))) {
      send(name, 0, user, 3);
      send(name, 10, "b", 0);
      TestRedis.until(() -> !topics.panes(name + "-panes").isEmpty());
    }
    assertThat(topics.committed(name + "-panes"))
        .singleElement()
        .matches(pane -> new String(pane.key(), UTF_8).equals(user));
    assertThat(topics.committed(name + "-dead-letters")).isEmpty();
  }

  @Test
  void shouldPutAPaneToTheDeadLettersWhenTheBrokerTakesLessThanItSaid() throws Exception {
    String name = "large-refused";
    topics.create(name + "-in", 1);
    try (TestPod pod = new TestPod("pod", UserTotals.class, TestPod.Settings.of(name, folder))) {
      send(name, 0, "a", 1);
      send(name, 10, "a", 2);
      TestRedis.until(() -> topics.panes(name + "-panes").size() == 1);
      limit(name + "-panes", 50_000);
      send(name, 20, text(200_000), 3);
      send(name, 30, "a", 4);
      send(name, 40, "a", 5);
      TestRedis.until(() -> topics.panes(name + "-panes").size() == 3);
      pod.awaitNoTrouble();
      assertThat(pod.function().runners().stream().mapToLong(r -> r.gauges().oversized.get()).sum())
          .isPositive();
    }
    assertThat(topics.panes(name + "-panes"))
        .extracting(pane -> pane.substring(pane.lastIndexOf(' ') + 1))
        .containsExactly("1", "2", "4");
    assertThat(topics.committed(name + "-dead-letters"))
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(TestTopics.header(letter, HeaderNames.REASON)).isEqualTo("pane_too_large");
              assertThat(TestTopics.header(letter, HeaderNames.WINDOW_START))
                  .isEqualTo(Long.toString(START_MS + 20_000));
            });
  }

  private static void limit(String topic, int bytes) throws Exception {
    ConfigEntry entry = new ConfigEntry("max.message.bytes", Integer.toString(bytes));
    topics
        .admin()
        .incrementalAlterConfigs(
            Map.of(
                new ConfigResource(ConfigResource.Type.TOPIC, topic),
                List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
        .all()
        .get();
  }

  @Test
  void shouldPutTheRecordToTheDeadLettersAndGoOnWhenTheFunctionThrows() throws Exception {
    String name = "throwing";
    topics.create(name + "-in", 1);
    try (TestPod pod = new TestPod("pod", FragileTotals.class, TestPod.Settings.of(name, folder))) {
      send(name, 0, "a", 1);
      send(name, 0, "a", -7);
      send(name, 0, "a", 2);
      send(name, 10, "a", 0);
      TestRedis.until(() -> !topics.panes(name + "-panes").isEmpty());
      pod.awaitNoTrouble();
    }
    assertThat(topics.panes(name + "-panes")).singleElement().asString().endsWith(" 3");
    assertThat(topics.committed(name + "-dead-letters"))
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(TestTopics.header(letter, HeaderNames.REASON))
                  .isEqualTo("function_failed");
              assertThat(TestTopics.header(letter, HeaderNames.SOURCE_OFFSET)).isEqualTo("1");
              assertThat(TestTopics.header(letter, HeaderNames.ERROR)).contains("Negative: -7");
            });
  }

  @Test
  void shouldReadOverAbortedTransactionsAndHaveNoLagAtTheEnd() throws Exception {
    String name = "aborted";
    topics.create(name + "-in", 1);
    TopicPartition log = new TopicPartition(name + "-in", 0);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, TestPod.Settings.of(name, folder));
        KafkaProducer<byte[], byte[]> producer = topics.transactional(name)) {
      transaction(producer, name, 0, 1, true);
      transaction(producer, name, 0, 100, false);
      transaction(producer, name, 0, 2, true);
      transaction(producer, name, 10, 0, true);
      transaction(producer, name, 20, 100, false);
      TestRedis.until(() -> !topics.panes(name + "-panes").isEmpty());
      long end = topics.end(log);
      TestRedis.until(() -> position(pod) == end);
    }
    assertThat(topics.panes(name + "-panes")).singleElement().asString().endsWith(" 3");
  }

  @Test
  void shouldCloseTheLastWindowBySilenceWhenALastTransactionFiredTheOneBefore() throws Exception {
    String name = "transaction-last";
    topics.create(name + "-in", 1);
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(500);
    try (KafkaProducer<byte[], byte[]> producer = topics.transactional(name)) {
      producer.beginTransaction();
      for (int second : List.of(0, 10)) {
        String value = "{\"at\":" + (START_MS + second * 1_000L) + ",\"user\":\"a\",\"amount\":1}";
        var unused =
            producer.send(
                new ProducerRecord<>(name + "-in", 0, "a".getBytes(UTF_8), value.getBytes(UTF_8)));
      }
      producer.commitTransaction();
    }
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      TestRedis.until(() -> topics.panes(name + "-panes").size() == 2);
    }
  }

  private static void transaction(
      KafkaProducer<byte[], byte[]> producer,
      String function,
      int second,
      long amount,
      boolean commits) {
    long at = START_MS + second * 1_000L;
    String value = "{\"at\":" + at + ",\"user\":\"a\",\"amount\":" + amount + "}";
    producer.beginTransaction();
    var unused =
        producer.send(
            new ProducerRecord<>(function + "-in", 0, "a".getBytes(UTF_8), value.getBytes(UTF_8)));
    producer.flush();
    if (commits) {
      producer.commitTransaction();
    } else {
      producer.abortTransaction();
    }
  }

  private static long position(TestPod pod) {
    return pod.function().runners().stream()
        .mapToLong(r -> r.status().position().committed())
        .sum();
  }
}
