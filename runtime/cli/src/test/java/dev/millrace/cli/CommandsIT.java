package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.kafka.Topics;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.services.SharedServices;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CommandsIT {
  private static final String FUNCTION = "word-counts";
  private static final String CLASSES = "target/test-classes";
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LEASE = Duration.ofMinutes(1);

  private static Vertx vertx;
  private static Redis redis;

  @BeforeAll
  static void fillTopicsAndLedger() {
    Map<String, Object> kafka = Map.of("bootstrap.servers", SharedServices.kafka().address());
    Topics.create(
        kafka, List.of(new Topics.Wanted("texts", 2), new Topics.Wanted(FUNCTION + "-panes", 2)));
    List<ProducerRecord<String, String>> records =
        List.of(
            new ProducerRecord<>("texts", "a", "{\"at\":1,\"words\":3}"),
            new ProducerRecord<>("texts", "a", "{\"at\":9,\"words\":4}"),
            new ProducerRecord<>("texts", "b", "{\"at\":2,\"words\":5}"),
            new ProducerRecord<>("texts", "b", "{\"at\":25,\"words\":1}"),
            pane("a", 0, "{\"words\":7}"),
            pane("b", 0, "{\"words\":5}"));
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer())) {
      for (ProducerRecord<String, String> next : records) {
        assertThat(producer.send(next)).succeedsWithin(SEND_TIMEOUT);
      }
    }
    vertx = Vertx.vertx();
    redis = Redis.createClient(vertx, SharedServices.redis().uri());
    RedisLedger ledger =
        new RedisLedger(
            redis,
            Duration.ofSeconds(5),
            new LedgerKeys("default", FUNCTION),
            LedgerListener.IGNORE);
    ledger.initMeta(FunctionEntry.first("texts", "id", 1, 0, "schema"));
    Claim claim = ledger.claim(PartitionRef.windows(0), "pod-1", LEASE, 0);
    ledger.progress(
        ((Claim.Granted) claim).lease(),
        new Progress(4, 20, Progress.NO_TIMER, 1.5, 0.1, "running", List.of()));
  }

  @AfterAll
  static void close() {
    redis.close();
    var unused = vertx.close();
  }

  private static ProducerRecord<String, String> pane(String key, long start, String value) {
    ProducerRecord<String, String> pane = new ProducerRecord<>(FUNCTION + "-panes", key, value);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("millrace-window-start", Long.toString(start));
    headers.put("millrace-window-end", Long.toString(start + 10));
    headers.put("millrace-pane", "on-time");
    headers.put("millrace-pane-index", "0");
    headers.put("millrace-final", "true");
    headers.forEach((n, v) -> pane.headers().add(n, v.getBytes(StandardCharsets.UTF_8)));
    return pane;
  }

  private record Outcome(int code, String out, String err) {
    JsonNode json() throws Exception {
      return new ObjectMapper().readTree(out);
    }
  }

  private static Outcome millrace(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Millrace.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Outcome(code, out.toString(), err.toString());
  }

  private static Outcome reconcile(String... more) {
    String[] fixed = {
      "reconcile",
      FUNCTION,
      "--class-path",
      CLASSES,
      "--input",
      "texts",
      "--bootstrap",
      SharedServices.kafka().address(),
      "--redis",
      SharedServices.redis().uri(),
      "-o",
      "json"
    };
    String[] all = Arrays.copyOf(fixed, fixed.length + more.length);
    System.arraycopy(more, 0, all, fixed.length, more.length);
    return millrace(all);
  }

  @Test
  void shouldFindNoDifferenceWhenTheClosedPeriodIsRight() throws Exception {
    Outcome outcome = reconcile();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isEqualTo(ExitCodes.OK);
    assertThat(outcome.json().path("windows").intValue()).isEqualTo(2);
    assertThat(outcome.json().path("outsideWindows").intValue()).isEqualTo(1);
    assertThat(outcome.json().path("untilMs").longValue()).isEqualTo(20);
  }

  @Test
  void shouldListTheMissingWindowWhenThePeriodIsLonger() throws Exception {
    Outcome outcome = reconcile("--until", "1970-01-01T00:00:01Z");
    assertThat(outcome.code()).isEqualTo(ExitCodes.FOUND);
    assertThat(outcome.json().path("differences").intValue()).isEqualTo(1);
    assertThat(outcome.json().at("/examples/0/expected").textValue()).isEqualTo("{\"words\":1}");
    assertThat(outcome.json().at("/examples/0").has("emitted")).isFalse();
  }

  @Test
  void shouldNameWhatThereIsWhenTheFunctionIsUnknown() {
    Outcome outcome = millrace("reconcile", "other", "--class-path", CLASSES, "--input", "texts");
    assertThat(outcome.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(outcome.err()).contains("function=other").contains("[word-counts]");
  }

  @Test
  void shouldNameTheTopicWhenItIsNotThere() {
    Outcome outcome = reconcile("--panes", "no-such-topic", "--until", "1970-01-01T00:00:01Z");
    assertThat(outcome.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(outcome.err()).contains("topic=no-such-topic");
  }

  @Test
  void shouldShowPositionsAndOwnersWhenAskedForTheLedger() throws Exception {
    String uri = SharedServices.redis().uri();
    assertThat(millrace("ledger", "show", "--redis", uri).out())
        .contains(FUNCTION)
        .contains("pod-1")
        .contains("1970-01-01T00:00:00.020Z")
        .contains("running");
    JsonNode json = millrace("ledger", "show", FUNCTION, "--redis", uri, "-o", "json").json();
    assertThat(json.at("/word-counts/partitions/0/progress/committed").longValue()).isEqualTo(4);
  }

  @Test
  void shouldSayWhichNamespaceWhenTheLedgerHasNoSuchFunction() {
    Outcome outcome = millrace("ledger", "show", "none", "--redis", SharedServices.redis().uri());
    assertThat(outcome.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(outcome.err()).contains("namespace=default, function=none");
  }
}
