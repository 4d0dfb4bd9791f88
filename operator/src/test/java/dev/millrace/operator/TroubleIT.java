package dev.millrace.operator;

import static dev.millrace.operator.Testbed.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.runtime.ledger.Report;
import dev.millrace.runtime.ledger.Report.Kind;
import dev.millrace.services.Ports;
import dev.millrace.services.RedisServer;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is missing or wrong shows as a condition with a reason of its own, and clears when it is
 * repaired, without a restart of the operator. Topic and Secret are in {@link LifecycleIT},
 * permissions in {@link RightsIT}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TroubleIT {
  private static final String NAMESPACE = "trouble";
  private static final Duration LEASE = Duration.ofSeconds(60);

  /** Ample for a pod that has room, on a machine that does something else besides. */
  private static final Duration PROGRESS = Duration.ofSeconds(20);

  private final Cluster cluster = new Cluster(NAMESPACE);
  private final Vertx vertx = Vertx.vertx();
  private final Redis redis = Redis.createClient(vertx, cluster.redis());
  private OperatorProcess operator;

  @BeforeAll
  void start() {
    operator = OperatorProcess.start(NAMESPACE);
  }

  @AfterAll
  void stop() throws ExecutionException, InterruptedException {
    operator.close();
    redis.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  @Test
  void shouldSayThatRedisDoesNotAnswerUntilItDoes(@TempDir Path folder) {
    String name = "no-redis";
    try (RedisServer late = new RedisServer(folder)) {
      cluster.create(name, cluster.topic(1), "", late.uri());
      cluster.awaitReason(name, "Ready", "LedgerUnreachable");
      assertThat(cluster.condition(name, "Ready").getMessage()).contains(late.address());
      late.start();
      cluster.awaitReason(name, "Ready", "Sleeping");
    }
  }

  @Test
  void shouldSayThatKafkaDoesNotAnswerUntilTheAddressIsRight() {
    String name = "no-kafka";
    cluster.create(name, cluster.topic(1), "");
    cluster.patch(name, source("127.0.0.1:" + Ports.free()));
    cluster.awaitReason(name, "Ready", "KafkaUnreachable");
    cluster.patch(name, source(cluster.kafka()));
    cluster.awaitReason(name, "Ready", "Sleeping");
  }

  private static String source(String servers) {
    return "{\"spec\":{\"source\":{\"bootstrapServers\":\"" + servers + "\"}}}";
  }

  /** The kubelet says it; there is none here. */
  @Test
  void shouldSayThatTheImageIsNotPulledUntilItIs() {
    String name = "no-image";
    cluster.create(name, cluster.topic(1), "  replicas: 1");
    await("a pod", () -> cluster.pods(name).size() == 1);
    refuseImage(name + "-0");
    cluster.awaitReason(name, "Deployed", "ImageNotPulled");
    assertThat(cluster.condition(name, "Ready").getMessage()).contains("example/flights:1");
    cluster.awaitPhase(name, "Failing");
    try (PodRunner pods = new PodRunner(Testbed.shared().client(), NAMESPACE, name, null)) {
      pods.only(pod -> true);
      cluster.awaitPhase(name, "Running");
      assertThat(cluster.events(name)).contains("ImageNotPulled", "Ready");
    }
  }

  private static void refuseImage(String pod) {
    String container =
        """
        {"name": "function", "image": "example/flights:1", "imageID": "", "ready": false,
         "restartCount": 0, "state": {"waiting": {"reason": "ErrImagePull", "message": "not found"}}}
        """;
    // No version is named: the scheduler may write to the pod as well.
    Testbed.shared()
        .kubectl(
            "patch",
            "-n",
            NAMESPACE,
            "pod/" + pod,
            "--subresource=status",
            "--type=merge",
            "--patch",
            "{\"status\": {\"containerStatuses\": [" + container + "]}}");
  }

  /** A pod says it in the ledger; that it does is in the runtime's ObjectStoreIT. */
  @Test
  void shouldSayThatTheBucketIsMissingUntilItIsThere() {
    String name = "no-bucket";
    String topic = cluster.topic(1);
    Ledger ledger = ledger(name);
    ledger.initMeta(PodRunner.entry(topic, cluster.topicId(topic), 1));
    cluster.create(name, topic, "  replicas: 1");
    try (PodRunner pods = new PodRunner(Testbed.shared().client(), NAMESPACE, name, ledger)) {
      pods.only(pod -> false);
      ledger.report(
          new Report(Kind.BUCKET_MISSING, name + "-0", "no bucket. Create the bucket."), LEASE);
      cluster.awaitReason(name, "Ready", "BucketMissing");
      cluster.awaitReason(name, "CheckpointHealthy", "BucketMissing");
      assertThat(cluster.condition(name, "Deployed").getMessage()).contains("Create the bucket");
      ledger.reportNothing(name + "-0");
      pods.only(pod -> true);
      cluster.awaitPhase(name, "Running");
      cluster.awaitReason(name, "CheckpointHealthy", "Recent");
    }
  }

  /** A pod that cannot start has no entry in the ledger yet; what it says is heard all the same. */
  @Test
  void shouldSayWhatAPodReportsWhenTheFunctionHasNotBegun() {
    String name = "unborn";
    cluster.create(name, cluster.topic(1), "  replicas: 1");
    ledger(name).report(new Report(Kind.KAFKA_REFUSED, name + "-0", "no Write. Grant it."), LEASE);
    cluster.awaitReason(name, "Ready", "KafkaRefused");
  }

  @Test
  void shouldRunOneOnlyWhenTwoNameTheSameFunction() {
    cluster.create("first", cluster.topic(1), "  function: same\n  replicas: 1");
    await("its StatefulSet", () -> cluster.replicas("first") == 1);
    // Whole seconds tell which is older.
    long seconds = System.currentTimeMillis() / 1000;
    await("the next second", () -> System.currentTimeMillis() / 1000 > seconds);
    cluster.create("second", cluster.topic(1), "  function: same\n  replicas: 1");
    cluster.awaitReason("second", "Ready", "NameTaken");
    assertThat(cluster.condition("second", "Ready").getMessage()).contains("other=first");
    assertThat(cluster.replicas("second")).isZero();
    Testbed.shared().kubectl("delete", "-n", NAMESPACE, "sf/first");
    await("pods of the other", () -> cluster.replicas("second") == 1);
    // What it is instead depends on how soon the scheduler says that there are no nodes.
    await(
        "the name to be its own",
        () -> !"NameTaken".equals(cluster.condition("second", "Ready").getReason()));
  }

  /** A8: nobody knows yet whether the template works, so it is not rolled back. */
  @Test
  void shouldWaitWithTheOldPodsWhenAQuotaHasNoRoomForAnUpgrade() {
    String namespace = "tight";
    String name = "no-room";
    Cluster tight = new Cluster(namespace);
    quota(namespace, 1);
    try (OperatorProcess own = OperatorProcess.start(namespace);
        PodRunner pods = new PodRunner(Testbed.shared().client(), namespace, name, null)) {
      pods.only(pod -> true);
      String deadline = "{progressDeadline: " + PROGRESS.toSeconds() + "s}";
      tight.create(name, tight.topic(1), "  replicas: 1\n  rollout: " + deadline);
      tight.awaitPhase(name, "Running");
      tight.patch(name, "{\"spec\":{\"image\":\"example/flights:2\"}}");
      tight.awaitReason(name, "Deployed", "WaitingForRoom");
      long sinceNs = System.nanoTime();
      // A function that runs gets a pass every five seconds.
      long overNs = PROGRESS.plusSeconds(6).toNanos();
      await("the deadline to be over", () -> System.nanoTime() - sinceNs > overNs);
      tight.awaitReason(name, "Deployed", "WaitingForRoom");
      assertThat(tight.events(name)).doesNotContain("RolledBack");
      assertThat(tight.condition(name, "Ready").getMessage())
          .contains("asked=2, created=1", "quota");
      assertThat(tight.status(name).phase()).as(own::log).isEqualTo("RollingOut");
      assertThat(tight.allPodsRun(name, "example/flights:1")).isTrue();
      quota(namespace, 2);
      await("the new pod", () -> tight.allPodsRun(name, "example/flights:2"));
      tight.awaitPhase(name, "Running");
      assertThat(tight.events(name)).doesNotContain("RolledBack");
    }
  }

  /** Room for so many pods. */
  private static void quota(String namespace, int pods) {
    ResourceQuota quota =
        new ResourceQuotaBuilder()
            .withNewMetadata()
            .withName("pods")
            .endMetadata()
            .withNewSpec()
            .addToHard("pods", Quantity.parse(Integer.toString(pods)))
            .endSpec()
            .build();
    Testbed.shared().client().resource(quota).inNamespace(namespace).serverSideApply();
    await(
        "the quota to count",
        () -> {
          ResourceQuota now =
              Testbed.shared()
                  .client()
                  .resourceQuotas()
                  .inNamespace(namespace)
                  .withName("pods")
                  .get();
          return now.getStatus() != null
              && quota.getSpec().getHard().equals(now.getStatus().getHard());
        });
  }

  private Ledger ledger(String name) {
    return new RedisLedger(
        redis, Duration.ofSeconds(5), new LedgerKeys(NAMESPACE, name), LedgerListener.IGNORE);
  }
}
