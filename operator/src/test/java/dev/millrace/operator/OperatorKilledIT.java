package dev.millrace.operator;

import static dev.millrace.operator.Testbed.await;

import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The operator killed with -9 in the midst of each step of a function's life. */
class OperatorKilledIT {
  private final Cluster cluster = new Cluster("killed");
  private OperatorProcess operator = OperatorProcess.start("killed");

  @Test
  void shouldConvergeWhenKilledAtAnyStep() {
    String name = "tough";
    try (PodRunner pods = new PodRunner(Testbed.shared().client(), "killed", name, null)) {
      pods.only(pod -> true);
      killDuring(() -> cluster.create(name, cluster.topic(2), "  replicas: 1"), 40);
      cluster.awaitPhase(name, "Running");
      killDuring(() -> cluster.patch(name, "{\"spec\":{\"image\":\"example/flights:2\"}}"), 80);
      await("the new image", () -> cluster.allPodsRun(name, "example/flights:2"));
      cluster.awaitPhase(name, "Running");
      killDuring(() -> cluster.patch(name, "{\"spec\":{\"replicas\":3}}"), 120);
      await("three", () -> Objects.equals(cluster.status(name).pods(), "3/3"));
      killDuring(() -> cluster.patch(name, "{\"spec\":{\"suspend\":true}}"), 160);
      cluster.awaitPhase(name, "Suspended");
      await("no pods", () -> cluster.pods(name).isEmpty());
      killDuring(() -> cluster.patch(name, "{\"spec\":{\"suspend\":false}}"), 200);
      await("three again", () -> Objects.equals(cluster.status(name).pods(), "3/3"));
      killDuring(
          () -> Testbed.shared().kubectl("delete", "-n", "killed", "sf/" + name, "--wait=false"),
          240);
      await("the end", () -> cluster.find(name) == null && cluster.statefulSet(name) == null);
    } finally {
      operator.close();
    }
  }

  /** Kills the operator a little after a step has begun, somewhere in its work, and restarts it. */
  private void killDuring(Runnable step, long afterMs) {
    step.run();
    LockSupport.parkNanos(afterMs * 1_000_000);
    operator.kill();
    operator = OperatorProcess.start("killed");
  }
}
