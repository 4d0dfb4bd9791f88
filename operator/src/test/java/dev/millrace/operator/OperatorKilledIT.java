package dev.millrace.operator;

import static dev.millrace.operator.Testbed.await;

import dev.millrace.operator.crd.StreamFunction;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * The operator killed with -9 in the midst of each step of a function's life. Four functions take
 * each step, so one kill meets it at four points: how long before the kill each of them begins is
 * drawn from its seed.
 */
class OperatorKilledIT {
  private static final String NAMESPACE = "killed";
  private static final int SEEDS = 4;

  /** A step and what follows from it take about as long. */
  private static final long LONGEST_MS = 400;

  private final Cluster cluster = new Cluster(NAMESPACE);
  private final List<Seeded> all = new ArrayList<>();
  private OperatorProcess operator = OperatorProcess.start(NAMESPACE);

  /** A function and where its steps are met. */
  private record Seeded(String name, SplittableRandom random) {}

  /** A step of a function, so long before the kill. */
  private record Planned(String name, long beforeNs) {}

  @Test
  void shouldConvergeWhenKilledAtAnyStep() {
    List<PodRunner> runners = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      String name = "tough-" + seed;
      all.add(new Seeded(name, new SplittableRandom(seed)));
      runners.add(new PodRunner(Testbed.shared().client(), NAMESPACE, name, null));
    }
    try {
      live();
    } finally {
      runners.forEach(PodRunner::close);
      operator.close();
    }
  }

  private void live() {
    String topic = cluster.topic(2);
    killDuring(name -> cluster.create(name, topic, "  replicas: 1"));
    awaitAll("running", name -> isIn(name, "Running"));
    killDuring(name -> patch(name, "{\"spec\":{\"image\":\"example/flights:2\"}}"));
    awaitAll("of the new image", name -> cluster.allPodsRun(name, "example/flights:2"));
    awaitAll("running", name -> isIn(name, "Running"));
    killDuring(name -> patch(name, "{\"spec\":{\"replicas\":3}}"));
    awaitAll("three", name -> Objects.equals(cluster.status(name).pods(), "3/3"));
    killDuring(name -> patch(name, "{\"spec\":{\"suspend\":true}}"));
    awaitAll("suspended", name -> isIn(name, "Suspended") && cluster.pods(name).isEmpty());
    killDuring(name -> patch(name, "{\"spec\":{\"suspend\":false}}"));
    awaitAll("three again", name -> Objects.equals(cluster.status(name).pods(), "3/3"));
    killDuring(OperatorKilledIT::delete);
    awaitAll("gone", name -> cluster.find(name) == null && cluster.statefulSet(name) == null);
  }

  private void awaitAll(String what, Predicate<String> holds) {
    for (Seeded function : all) {
      await(
          function.name() + " " + what,
          () -> holds.test(function.name()),
          () -> cluster.status(function.name()) + "\n" + operator.log());
    }
  }

  private boolean isIn(String name, String phase) {
    return phase.equals(cluster.status(name).phase());
  }

  /** Not by kubectl, whose start takes longer than the step. */
  private static void patch(String name, String json) {
    Testbed.shared()
        .client()
        .resources(StreamFunction.class)
        .inNamespace(NAMESPACE)
        .withName(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }

  private static void delete(String name) {
    Testbed.shared()
        .client()
        .resources(StreamFunction.class)
        .inNamespace(NAMESPACE)
        .withName(name)
        .delete();
  }

  /** Lets every function take a step, each some time before the operator is killed. */
  private void killDuring(Consumer<String> step) {
    List<Planned> plan = new ArrayList<>();
    for (Seeded function : all) {
      long beforeMs = function.random().nextLong(LONGEST_MS);
      plan.add(new Planned(function.name(), TimeUnit.MILLISECONDS.toNanos(beforeMs)));
    }
    plan.sort(Comparator.comparingLong(Planned::beforeNs).reversed());
    long killNs = System.nanoTime() + plan.get(0).beforeNs();
    for (Planned planned : plan) {
      parkUntil(killNs - planned.beforeNs());
      step.accept(planned.name());
    }
    parkUntil(killNs);
    operator.kill();
    operator = OperatorProcess.start(NAMESPACE);
  }

  private static void parkUntil(long atNs) {
    for (long left = atNs - System.nanoTime(); left > 0; left = atNs - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
