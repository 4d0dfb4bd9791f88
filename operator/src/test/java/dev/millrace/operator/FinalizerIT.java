package dev.millrace.operator;

import static dev.millrace.operator.Testbed.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.Ports;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** O06, A9: nothing that is gone or away keeps a function, or its namespace, for ever. */
class FinalizerIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Testbed testbed = Testbed.shared();

  @Test
  void shouldLetTheNamespaceGoWhenItIsDeletedWithItsFunctions() {
    String namespace = "doomed";
    Cluster cluster = new Cluster(namespace);
    try (OperatorProcess operator = OperatorProcess.start(namespace);
        PodRunner pods = new PodRunner(testbed.client(), namespace, "runs", null)) {
      pods.only(pod -> true);
      cluster.create("runs", cluster.topic(1), "  replicas: 1");
      cluster.create("sleeps", cluster.topic(1), "");
      cluster.awaitPhase("runs", "Running");
      cluster.awaitPhase("sleeps", "Sleeping");
      testbed.kubectl("delete", "namespace", namespace, "--wait=false");
      await(
          "the end of the namespace",
          PATIENCE,
          () -> testbed.client().namespaces().withName(namespace).get() == null,
          () -> testbed.kubectl("get", "namespace", namespace, "-o", "yaml") + operator.log());
    }
  }

  @Test
  void shouldLetItGoWhenAnOperatorComesBackAfterItWasDeleted() {
    String namespace = "orphaned";
    Cluster cluster = new Cluster(namespace);
    try (OperatorProcess first = OperatorProcess.start(namespace)) {
      cluster.create("left", cluster.topic(1), "");
      cluster.awaitPhase("left", "Sleeping");
      first.kill();
    }
    testbed.kubectl("delete", "-n", namespace, "sf/left", "--wait=false");
    assertThat(cluster.find("left")).as("its pods are to take a last checkpoint").isNotNull();
    try (OperatorProcess second = OperatorProcess.start(namespace)) {
      await("the end", () -> cluster.find("left") == null, second::log);
    }
  }

  /** The ledger cannot be removed: after its time it is left, and an event says which keys. */
  @Test
  void shouldLetItGoWithAnEventWhenTheLedgerIsAwayForTooLong() throws Exception {
    String namespace = "unreachable";
    Cluster cluster = new Cluster(namespace);
    Vertx vertx = Vertx.vertx();
    String away = "redis://127.0.0.1:" + Ports.free();
    // A clock that is ahead: every deletion is long ago.
    InstantSource late = InstantSource.offset(InstantSource.system(), Duration.ofMinutes(10));
    try (MillraceOperator operator =
        new MillraceOperator(
            testbed.client(), vertx, new Alone(namespace), late, new Metrics() {}, woke -> {})) {
      operator.start();
      cluster.create("stuck", cluster.topic(1), "  deletionPolicy: RemoveLedger", away);
      cluster.awaitReason("stuck", "Ready", "LedgerUnreachable");
      testbed.kubectl("delete", "-n", namespace, "sf/stuck", "--wait=false");
      await("the end", () -> cluster.find("stuck") == null);
      assertThat(cluster.events("stuck")).contains("LedgerNotRemoved");
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get();
    }
  }

  /** An operator of one namespace that needs no leader. */
  private record Alone(String watched) implements OperatorConfig, OperatorConfig.Leader {
    @Override
    public String stockImage() {
      return "example/app:1";
    }

    @Override
    public Optional<Set<String>> namespaces() {
      return Optional.of(Set.of(watched));
    }

    @Override
    public int threads() {
      return 2;
    }

    @Override
    public Duration lookEvery() {
      return Duration.ofMillis(500);
    }

    @Override
    public OperatorConfig.Leader leader() {
      return this;
    }

    @Override
    public boolean enabled() {
      return false;
    }

    @Override
    public String lease() {
      return "none";
    }

    @Override
    public Optional<String> namespace() {
      return Optional.empty();
    }

    @Override
    public Optional<String> identity() {
      return Optional.empty();
    }

    @Override
    public Duration duration() {
      return Duration.ofSeconds(15);
    }
  }
}
