package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/** What goes wrong is said, with what was expected and what to do, and nothing is lost. */
class ErrorsIT {
  private static final String COUNT =
      "window: {tumbling: {size: 10s}}\nwatermarks: {idleTimeout: never}\naggregates: {n: count, sum: {sum: v}}\n";

  @TempDir static Path folder;
  private static Topics topics;

  @BeforeAll
  static void connect() {
    topics = new Topics(Services.shared().kafka());
  }

  @AfterAll
  static void disconnect() {
    topics.close();
  }

  private static Pod.Plan plan(String name) {
    return Pod.Plan.of(name, folder, Services.shared(), Documents.write(folder, name, COUNT));
  }

  private static void assertEndsWith(Pod.Plan plan, String message) {
    try (Pod pod = plan.start(Artifact.stock())) {
      assertThat(pod.awaitExit()).as("exit code").isNotZero();
      assertThat(pod.log()).contains(message);
    }
  }

  @Test
  void shouldEndAndNameThePlaceWhenADocumentIsWrong() {
    Path document = Documents.write(folder, "wrong-document", COUNT + "latenes: {allowed: 1s}\n");
    assertEndsWith(
        Pod.Plan.of("wrong-document", folder, Services.shared(), document),
        "Did you mean 'lateness'?");
  }

  @Test
  void shouldEndWhenThereIsNoSuchDocument() {
    assertEndsWith(
        Pod.Plan.of("no-document", folder, Services.shared(), folder.resolve("none.yaml")),
        "none.yaml");
  }

  @Test
  void shouldEndWhenRedisMayForgetTheLedger() {
    String[] address = Services.shared().redis().split(":", -1);
    try (RedisClient redis = RedisClient.create(address[0], Integer.parseInt(address[1]))) {
      redis.configSet("maxmemory-policy", "allkeys-lru");
      try {
        assertEndsWith(plan("forgetful"), "noeviction");
      } finally {
        redis.configSet("maxmemory-policy", "noeviction");
      }
    }
  }

  @Test
  void shouldEndWhenCheckpointsCannotBeKept() {
    assertEndsWith(
        plan("nowhere").with("quarkus.millrace.checkpoints.location", "file:///proc/nowhere"),
        "quarkus.millrace.checkpoints.location=file:///proc/nowhere");
  }

  /** Also on a root that is read-only, without a volume for the state (case N04). */
  @Test
  void shouldEndAndNameTheFolderWhenLocalStateCannotBeWritten() {
    assertEndsWith(
        plan("no-folder").with("quarkus.millrace.state.directory", "/proc/nowhere"),
        "quarkus.millrace.state.directory=/proc/nowhere");
  }

  /** What a dead process left is no state: it is thrown away, not read (case S06). */
  @Test
  void shouldStartFromCheckpointsAloneWhenLocalStateIsDamaged() throws IOException {
    topics.create(1, "left-in", "left-panes");
    Pod.Plan plan = plan("left");
    Path left = folder.resolve("state-pod/left/left/0/7/work");
    Files.createDirectories(left);
    Files.writeString(left.resolve("CURRENT"), "no manifest of RocksDB");
    topics.send("left-in", "k", "{\"at\":1000,\"v\":1}");
    topics.send("left-in", "k", "{\"at\":20000}");
    topics.flush();
    try (Pod pod = Pod.ready(plan)) {
      pod.until("a pane is written", () -> !topics.read("left-panes").isEmpty());
      assertThat(topics.read("left-panes").get(0).value()).contains("\"n\":1,\"sum\":1");
      assertThat(left).doesNotExist();
    }
  }

  /** Case N04. */
  @Test
  void shouldEndAndSayWhatToDoWhenTheLibraryOfTheStateCannotBeUnpacked() {
    assertEndsWith(
        plan("no-library").withSecret("ROCKSDB_SHAREDLIB_DIR", "/proc"),
        "Expected RocksDB's library to load, but it cannot");
  }

  @Test
  void shouldBeUnreadyAndNameTheTopicWhenTheInputIsMissing() {
    try (Pod pod = plan("no-topic").start(Artifact.stock())) {
      pod.awaitText("/q/health/ready", "no-topic-in");
      assertThat(pod.status("/q/health/ready")).isEqualTo(503);
    }
  }

  @Test
  void shouldBeUnreadyAndNameTheEndpointWhenTheBucketLetsNobodyIn() {
    Services services = Services.shared();
    topics.create(1, "locked-in", "locked-panes");
    services.bucket("locked");
    Pod.Plan plan =
        plan("locked")
            .with("quarkus.millrace.checkpoints.location", "s3://locked/a")
            .with("quarkus.millrace.checkpoints.s3.endpoint", services.s3())
            .withSecret("AWS_ACCESS_KEY_ID", services.accessKey())
            .withSecret("AWS_SECRET_ACCESS_KEY", "wrong");
    try (Pod pod = plan.start(Artifact.stock())) {
      pod.awaitText("/q/health/ready", "Check the credentials and what they permit");
      assertThat(pod.body("/q/health/ready")).contains(services.s3());
    }
  }

  @Test
  void shouldBeUnreadyAndSayWhatItWaitsForWhenRedisIsAway() {
    try (Pod pod =
        plan("no-redis")
            .with("quarkus.redis.hosts", "redis://127.0.0.1:1")
            .start(Artifact.stock())) {
      pod.awaitText("/q/health/ready", "waiting for Redis");
      assertThat(pod.status("/q/health/live")).isEqualTo(200);
    }
  }

  @Test
  void shouldSetRecordsAsideWithTheReasonWhenTheyCannotBeProcessed() {
    topics.create(1, "poison-in", "poison-panes", "poison-dead-letters");
    String future = Instant.now().plus(2, ChronoUnit.HOURS).toEpochMilli() + "";
    topics.send("poison-in", "k", "{\"at\":1000,\"v\":1}");
    topics.send("poison-in", "k", "{ this is no JSON");
    topics.send("poison-in", "k", null);
    topics.send("poison-in", null, "{\"at\":1000}");
    topics.send("poison-in", "k", "{\"v\":1}");
    topics.send("poison-in", "k", "{\"at\":" + future + "}");
    topics.send("poison-in", "k", "{\"at\":2000,\"v\":\"much\"}");
    topics.send("poison-in", "k", "{\"at\":3000,\"v\":2}");
    topics.send("poison-in", "k", "{\"at\":20000}");
    topics.flush();
    try (Pod pod = Pod.ready(plan("poison"))) {
      pod.until("six are set aside", () -> topics.read("poison-dead-letters").size() >= 6);
      Map<String, Integer> reasons = new TreeMap<>();
      topics
          .read("poison-dead-letters")
          .forEach(row -> reasons.merge(row.header("millrace-reason"), 1, Integer::sum));
      assertThat(reasons)
          .isEqualTo(
              Map.of(
                  "undecodable",
                  1,
                  "null_value",
                  1,
                  "null_key",
                  1,
                  "invalid_ts",
                  1,
                  "future_ts",
                  1,
                  "function_failed",
                  1));
      pod.until("a pane is written", () -> !topics.read("poison-panes").isEmpty());
      assertThat(topics.read("poison-panes").get(0).value()).contains("\"n\":2,\"sum\":3");
    }
  }
}
