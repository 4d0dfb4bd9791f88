package dev.millrace.runtime.partition;

import dev.millrace.runtime.ledger.Report;
import dev.millrace.runtime.ledger.Report.Kind;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.services.S3Server;
import dev.millrace.services.SharedServices;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a pod says of an object store that does not let it in, and that it goes on when it does. */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class ObjectStoreIT {
  private static final String PREFIX = "quarkus.millrace.checkpoints.";

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  private TestPod.Settings settings(String name, String bucket, S3Server server, String secret) {
    Map<String, String> config = new HashMap<>();
    config.put(PREFIX + "location", "s3://" + bucket + "/it");
    config.put(PREFIX + "s3.endpoint", server.address());
    config.put(PREFIX + "s3.access-key-id", server.accessKey());
    config.put(PREFIX + "s3.secret-access-key", secret);
    return TestPod.Settings.of(name, folder).withConfig(config);
  }

  private static void awaitCheckpoint(TestPod pod, String function) {
    topics.send(function + "-in", 0, "a", "{\"at\":1700000000000,\"user\":\"a\",\"amount\":1}");
    topics.flush();
    TestRedis.until(
        () -> pod.function().runners().stream().anyMatch(r -> r.gauges().checkpoints.get() > 0));
  }

  /** The operator hears of it in the ledger. */
  private static void awaitReport(TestPod pod, @Nullable Kind kind) {
    TestRedis.until(
        () -> {
          Report report = pod.function().context().ledger().report();
          return report == null ? kind == null : report.kind() == kind;
        });
  }

  @Test
  void shouldNameTheServerWhenTheSecretIsWrong() throws Exception {
    String name = "s3-secret";
    S3Server server = SharedServices.s3();
    server.createBucket(name);
    topics.create(name + "-in", 1);
    try (TestPod pod =
        new TestPod("pod", ClickTotals.class, settings(name, name, server, "other"))) {
      pod.awaitTrouble("endpoint=" + server.address());
      pod.awaitTrouble("Check the credentials");
      awaitReport(pod, Kind.STORE_REFUSED);
    }
  }

  @Test
  void shouldNameTheBucketAndGoOnWhenItIsMade() throws Exception {
    String name = "s3-bucket";
    S3Server server = SharedServices.s3();
    topics.create(name + "-in", 1);
    try (TestPod pod =
        new TestPod("pod", ClickTotals.class, settings(name, name, server, server.secretKey()))) {
      pod.awaitTrouble("store=s3://" + name);
      pod.awaitTrouble("Create the bucket");
      awaitReport(pod, Kind.BUCKET_MISSING);
      server.createBucket(name);
      pod.awaitNoTrouble();
      awaitReport(pod, null);
      awaitCheckpoint(pod, name);
    }
  }

  @Test
  void shouldNameTheEndpointAndGoOnWhenTheServerComes() throws Exception {
    String name = "s3-endpoint";
    topics.create(name + "-in", 1);
    try (S3Server server = new S3Server(folder.resolve("s3"), "late", "late-secret")) {
      server.createBucket(name);
      try (TestPod pod =
          new TestPod("pod", ClickTotals.class, settings(name, name, server, "late-secret"))) {
        pod.awaitTrouble("endpoint=" + server.address());
        server.start();
        pod.awaitNoTrouble();
        awaitCheckpoint(pod, name);
      }
    }
  }
}
