package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A re-keyed function (R1, R2) that is killed as by {@code kill -9}, or whose partitions move to
 * another pod: the output is that of a run without (X1–X3, A2), from either kind of store.
 */
class RecoveryIT {
  private static final String BUCKET = "black-box";

  @TempDir Path folder;
  private Topics topics;

  @BeforeEach
  void connect() {
    topics = new Topics(Services.shared().kafka());
  }

  @AfterEach
  void disconnect() {
    topics.close();
  }

  private Pod.Plan plan(String name, Visits visits) {
    return Pod.Plan.of(name, folder, Services.shared(), visits.document(folder));
  }

  @Test
  void shouldWriteEachCountOnceWhenKilledWithCheckpointsInAFolder() {
    Visits visits = new Visits("r-file", topics);
    assertSurvivesKill(visits, plan("r-file", visits));
  }

  @Test
  void shouldWriteEachCountOnceWhenKilledWithCheckpointsInABucket() {
    Services services = Services.shared();
    services.bucket(BUCKET);
    Visits visits = new Visits("r-s3", topics);
    assertSurvivesKill(visits, withS3(plan("r-s3", visits), services));
    assertThat(objects(services)).anyMatch(key -> key.matches(".*/r-s3/\\d+/manifest/.*\\.json"));
  }

  private static Pod.Plan withS3(Pod.Plan plan, Services services) {
    return plan.with("quarkus.millrace.checkpoints.location", "s3://" + BUCKET + "/suite")
        .with("quarkus.millrace.checkpoints.s3.endpoint", services.s3())
        .withSecret("AWS_ACCESS_KEY_ID", services.accessKey())
        .withSecret("AWS_SECRET_ACCESS_KEY", services.secretKey());
  }

  private static void assertSurvivesKill(Visits visits, Pod.Plan plan) {
    visits.send(200);
    try (Pod pod = Pod.ready(plan)) {
      pod.until("panes are written", () -> !visits.seen().isEmpty());
      double before = pod.metric("millrace_checkpoints_total", "complete");
      visits.send(100); // without anything new none is due
      pod.awaitMetric("millrace_checkpoints_total", "complete", before + Visits.PARTITIONS);
      visits.send(100);
      pod.killHard();
    }
    visits.send(100);
    visits.end();
    try (Pod pod = Pod.ready(plan)) {
      visits.awaitAll(pod);
      assertThat(pod.log()).as("from a checkpoint").containsPattern("Opened: .* from=[1-9]");
    }
    assertThat(visits.seen()).isEqualTo(visits.expected());
  }

  private static List<String> objects(Services services) {
    try (S3Client s3 =
        S3Client.builder()
            .endpointOverride(URI.create(services.s3()))
            .region(Region.US_EAST_1)
            .forcePathStyle(true)
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(services.accessKey(), services.secretKey())))
            .build()) {
      return s3.listObjectsV2(request -> request.bucket(BUCKET)).contents().stream()
          .map(S3Object::key)
          .toList();
    }
  }

  @Test
  void shouldHandPartitionsOverWhenASecondPodJoinsAndTheFirstStops() {
    Visits visits = new Visits("handover", topics);
    Pod.Plan plan = plan("handover", visits);
    visits.send(200);
    try (Pod second = joined(visits, plan)) {
      visits.send(200);
      visits.end();
      visits.awaitAll(second);
      second.awaitReady();
    }
    assertThat(visits.seen()).isEqualTo(visits.expected());
    assertThat(ledger("handover")).as("the ledger").isEqualTo(250 + 1);
  }

  /** Starts a pod, then another; when both work the first is stopped. */
  private static Pod joined(Visits visits, Pod.Plan plan) {
    try (Pod first = Pod.ready(plan.named("first"))) {
      Pod second = plan.named("second").start(Artifact.stock());
      second.until("it has partitions", () -> live(second) > 0 && live(first) > 0);
      visits.send(100);
      return second;
    }
  }

  private static double live(Pod pod) {
    return pod.body("/q/metrics")
        .lines()
        .filter(line -> line.startsWith("millrace_phase{") && line.endsWith(" 2.0"))
        .count();
  }

  /** What the ledger holds of the first source: the next offset, markers of transactions apart. */
  private static long ledger(String function) {
    String[] address = Services.shared().redis().split(":", -1);
    try (RedisClient redis = RedisClient.create(address[0], Integer.parseInt(address[1]))) {
      String committed =
          redis.hget("millrace:{" + function + "/" + function + "}:s:0", "committed");
      return committed == null ? -1 : Long.parseLong(committed);
    }
  }
}
