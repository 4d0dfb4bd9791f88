package dev.millrace.operator;

import static dev.millrace.operator.Testbed.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.operator.crd.CheckpointRequest;
import dev.millrace.operator.dependent.Names;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.RedisLedger;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Who has which partition, and zero and back, with a real ledger. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartitionsIT {
  private static final String NAMESPACE = "partitions";

  /** Looks every half second, and a pass. On a machine that does something else besides. */
  private static final Duration WAKES_WITHIN = Duration.ofSeconds(5);

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

  /** A1, A2: pods that are to go stay until the others have their partitions. */
  @Test
  void shouldSharePartitionsAndHandThemOverWhenScaled() {
    String name = "shared";
    Ledger ledger = begin(name, 6, "  replicas: 2");
    try (PodRunner pods = new PodRunner(Testbed.shared().client(), NAMESPACE, name, ledger)) {
      pods.only(pod -> true);
      await("six partitions in two pods", () -> owners(ledger).size() == 2 && owned(ledger) == 6);
      assertThat(Objects.requireNonNull(ledger.view()).function().assignment().owners()).hasSize(6);

      await("its status", () -> owned(cluster.status(name).partitions()) == 6);
      cluster.patch(name, "{\"spec\":{\"replicas\":1}}");
      await("one pod", () -> cluster.replicas(name) == 1);
      assertThat(owners(ledger)).containsExactly(name + "-0");
      assertThat(owned(ledger)).isEqualTo(6);
      await("its status", () -> owned(cluster.status(name).partitions()) == 6);
    }
  }

  /**
   * A2: a pod is replaced when others have its partitions, and a template that fails costs none.
   */
  @Test
  void shouldReplacePodsWithoutAnyPartitionWhenTheTemplateChanges() {
    String name = "upgraded";
    Ledger ledger = begin(name, 6, "  replicas: 2\n  rollout: {progressDeadline: 4s}");
    try (PodRunner pods = new PodRunner(Testbed.shared().client(), NAMESPACE, name, ledger)) {
      await("six partitions in two pods", () -> owners(ledger).size() == 2 && owned(ledger) == 6);
      cluster.awaitPhase(name, "Running");

      pods.only(pod -> !pod.getSpec().getContainers().get(0).getImage().endsWith(":bad"));
      cluster.patch(name, "{\"spec\":{\"image\":\"example/flights:bad\"}}");
      await("a third pod", () -> cluster.pods(name).size() == 3);
      cluster.awaitPhase(name, "RolledBack");
      await("two pods", () -> cluster.pods(name).size() == 2);
      assertThat(cluster.allPodsRun(name, "example/flights:1")).isTrue();

      cluster.patch(name, "{\"spec\":{\"image\":\"example/flights:2\"}}");
      Set<String> both = Set.of(name + "-0", name + "-1");
      await(
          "two new pods with all partitions",
          () ->
              cluster.pods(name).size() == 2
                  && cluster.allPodsRun(name, "example/flights:2")
                  && owners(ledger).equals(both)
                  && owned(ledger) == 6,
          () -> owners(ledger) + " " + cluster.status(name) + "\n" + operator.log());
      assertThat(pods.abandoned()).isEmpty();
    }
  }

  /** A6: a record wakes a sleeper, and no pod looks for it. */
  @Test
  void shouldAskForAPodWhenARecordComesWhileAsleep() throws Exception {
    String name = "woken";
    String topic = cluster.topic(3);
    cluster.create(name, topic, "");
    cluster.awaitPhase(name, "Sleeping");
    await("a look at its partitions", () -> cluster.status(name).partitions() != null);
    send(topic);
    long sentNs = System.nanoTime();
    await("a pod", () -> cluster.replicas(name) == 1);
    assertThat(Duration.ofNanos(System.nanoTime() - sentNs)).isLessThan(WAKES_WITHIN);
    assertThat(operator.metrics()).contains("millrace_operator_wake_seconds_count 1");
    await("the reason", () -> !cluster.cause(name).equals("ASLEEP"));
    assertThat(Testbed.shared().client().v1().events().inNamespace(NAMESPACE).list().getItems())
        .anyMatch(
            e -> e.getReason().equals("Woke") && e.getInvolvedObject().getName().equals(name));
  }

  /** C5: asked for by an annotation, answered by pods through the ledger. */
  @Test
  void shouldSayWhenAllPartitionsHaveSavedWhenCheckpointsAreAskedFor() {
    String name = "saved";
    Ledger ledger = begin(name, 3, "  replicas: 1");
    try (PodRunner pods = new PodRunner(Testbed.shared().client(), NAMESPACE, name, ledger)) {
      pods.stand(new Progress(7, 70, Progress.NO_TIMER, 0, 0, "live", List.of()));
      await("three partitions", () -> owned(ledger) == 3);
      cluster.annotate(name, Names.CHECKPOINT + "=one");
      await("the question", () -> cluster.checkpointRequest(name, "one") != null);
      CheckpointRequest open = cluster.checkpointRequest(name, "one");
      assertThat(Objects.requireNonNull(open).done()).isFalse();
      assertThat(open.waiting()).containsExactly("p:0", "p:1", "p:2");
      assertThat(Objects.requireNonNull(ledger.view()).asked()).isNotNull();

      pods.save();
      await("the answers", () -> cluster.isSaved(name, "one"), () -> "" + cluster.status(name));
      assertThat(Objects.requireNonNull(cluster.checkpointRequest(name, "one")).saved())
          .isEqualTo(3);
      await("an event", () -> cluster.events(name).contains("Checkpointed"));
    }
  }

  @Test
  void shouldRemoveTheLedgerWhenAskedToWithTheFunction() {
    String name = "gone";
    Ledger ledger = begin(name, 2, "  deletionPolicy: RemoveLedger");
    cluster.awaitPhase(name, "Sleeping");
    Testbed.shared().kubectl("delete", "-n", NAMESPACE, "sf/" + name);
    await("the end", () -> cluster.find(name) == null);
    assertThat(ledger.view()).isNull();
  }

  @Test
  void shouldKeepTheLedgerWhenNotAskedToRemoveIt() {
    String name = "kept";
    Ledger ledger = begin(name, 2, "");
    cluster.awaitPhase(name, "Sleeping");
    Testbed.shared().kubectl("delete", "-n", NAMESPACE, "sf/" + name);
    await("the end", () -> cluster.find(name) == null);
    assertThat(ledger.view()).isNotNull();
  }

  /** A function that has an entry in the ledger, as its first pod makes it. */
  private Ledger begin(String name, int partitions, String more) {
    String topic = cluster.topic(partitions);
    Ledger ledger =
        new RedisLedger(
            redis, Duration.ofSeconds(5), new LedgerKeys(NAMESPACE, name), LedgerListener.IGNORE);
    ledger.initMeta(PodRunner.entry(topic, cluster.topicId(topic), partitions));
    cluster.create(name, topic, more);
    return ledger;
  }

  private static Set<String> owners(Ledger ledger) {
    LedgerView view = Objects.requireNonNull(ledger.view());
    Set<String> owners = new TreeSet<>();
    for (PartitionEntry entry : view.partitions()) {
      String owner = entry.ownership().liveOwner(view.nowMs());
      if (owner != null) {
        owners.add(owner);
      }
    }
    return owners;
  }

  private static long owned(Ledger ledger) {
    LedgerView view = Objects.requireNonNull(ledger.view());
    return view.partitions().stream()
        .filter(entry -> entry.ownership().liveOwner(view.nowMs()) != null)
        .count();
  }

  private static int owned(dev.millrace.operator.crd.@Nullable PartitionSummary partitions) {
    Integer owned = partitions == null ? null : partitions.owned();
    return owned == null ? 0 : owned;
  }

  private void send(String topic) throws ExecutionException, InterruptedException {
    Map<String, Object> settings = Map.of("bootstrap.servers", cluster.kafka());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (String key : List.of("a", "b", "c")) {
        producer.send(new ProducerRecord<>(topic, key, "{}")).get();
      }
    }
  }
}
