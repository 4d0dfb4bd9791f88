package dev.millrace.operator;

import static dev.millrace.operator.Testbed.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two operators on one namespace. */
class LeaderIT {
  private static final String NAMESPACE = "leader";

  private final Cluster cluster = new Cluster(NAMESPACE);

  @Test
  void shouldActAloneUntilItIsKilledWhenThereAreTwo() {
    try (OperatorProcess first = start("first")) {
      cluster.create("one", cluster.topic(1), "");
      cluster.awaitPhase("one", "Sleeping");
      try (OperatorProcess second = start("second")) {
        cluster.create("two", cluster.topic(1), "");
        cluster.awaitPhase("two", "Sleeping");
        assertThat(second.metrics()).doesNotContain("millrace_operator_reconcile_seconds_count");

        first.kill();
        cluster.create("three", cluster.topic(1), "");
        cluster.awaitPhase("three", "Sleeping");
        await(
            "passes of the second",
            () -> second.metrics().contains("millrace_operator_reconcile_seconds_count"));
      }
    }
  }

  private static OperatorProcess start(String identity) {
    return OperatorProcess.start(
        NAMESPACE,
        Map.of(
            "millrace.operator.leader.enabled",
            "true",
            "millrace.operator.leader.namespace",
            NAMESPACE,
            "millrace.operator.leader.identity",
            identity,
            "millrace.operator.leader.duration",
            "7s"));
  }
}
