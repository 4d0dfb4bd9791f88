package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.faults.KillPoint.Way;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * One life of a pod after another over one run, each with a portion of the feed of its own, and
 * each ended at a point of the program.
 */
final class Lives implements AutoCloseable {
  private static final String MAX_PANES = "quarkus.millrace.max-panes-per-transaction";
  private static final String POLL = "kafka.max.poll.records";
  private static final int LARGEST_POLL = 400;
  private static final String LEASE = "quarkus.millrace.ledger.lease";
  private static final String CHECKPOINTS = "quarkus.millrace.checkpoints.";

  private final SplittableRandom random;
  private final List<KillPoint> points;
  private final Run run;
  private final UnaryOperator<PodPlan> all;
  private Ending ending = Ending.KILL;

  /** How a life ends. */
  enum Ending {
    /** As by {@code kill -9}. */
    KILL("kill", 137),
    /** By SIGTERM. */
    TERM("term", 143);

    final String action;
    final int exitCode;

    Ending(String action, int exitCode) {
      this.action = action;
      this.exitCode = exitCode;
    }
  }

  /** The lives that lead to these points, in this order; topics are made, nothing is sent yet. */
  Lives(Class<?> test, String name, long seed, List<KillPoint> points) {
    this(seed, points, new Run(name + "-" + seed, seed, sizes(points)).of(test), plan -> plan);
  }

  private Lives(long seed, List<KillPoint> points, Run run, UnaryOperator<PodPlan> all) {
    this.random = new SplittableRandom(seed);
    this.points = List.copyOf(points);
    this.run = run;
    this.all = all;
  }

  /** The same without transactions. */
  static Lives atLeastOnce(Class<?> test, String name, long seed, List<KillPoint> points) {
    Run run = Run.withRepeats(name + "-" + seed, seed, sizes(points)).of(test);
    return new Lives(
        seed, points, run, plan -> plan.with("quarkus.millrace.guarantee", "at-least-once"));
  }

  /** A portion for the life that saves, those of the points, and one for the end. */
  private static List<Feed.Size> sizes(List<KillPoint> points) {
    List<Feed.Size> sizes = new ArrayList<>(List.of(Feed.Size.RANDOM));
    for (KillPoint point : points) {
      Feed.Size size = point.way() == Way.CROWD ? Feed.Size.CROWD : Feed.Size.RANDOM;
      sizes.addAll(Collections.nCopies(point.way().portions, size));
    }
    sizes.add(Feed.Size.RANDOM);
    return sizes;
  }

  Run run() {
    return run;
  }

  /**
   * Ends a life at one point after the other; what is committed must be right after each. First
   * come the points that are passed only as long as there is nothing.
   */
  void endAtAll(Ending how) {
    ending = how;
    points.stream().filter(Lives::isFresh).forEach(this::endAt);
    saveAll();
    points.stream().filter(p -> !isFresh(p)).forEach(this::endAt);
  }

  private static boolean isFresh(KillPoint point) {
    return point.way() == Way.FRESH;
  }

  /** A life in which every partition with windows saves: those to come have what to restore. */
  private void saveAll() {
    run.sendNext();
    try (Pod pod = pod("pod").start()) {
      Until.holds(
          "every partition is saved",
          () -> pod.savedPartitions() == run.windowPartitions(),
          pod::evidence);
      pod.killHard();
    }
    run.note("saved");
  }

  /** Sends the rest and lets a pod finish undisturbed. */
  void finish() {
    run.sendRest();
    run.finish(all.apply(run.pod("pod")));
    run.assertCheckpointsWhole();
  }

  /** A pod with random sizes of batches and transactions. */
  PodPlan pod(String name) {
    return all.apply(
        run.pod(name)
            .with(POLL, random.nextInt(1, LARGEST_POLL))
            .with(MAX_PANES, random.nextInt(5, 100)));
  }

  private void endAt(KillPoint point) {
    switch (point.way()) {
      case FRESH, WORK, RESTORE, AT_LEAST_ONCE -> end(pod("pod"), point, ending);
      case SPLIT -> end(pod("pod").with(MAX_PANES, 2), point, ending);
      case CROWD -> end(pod("pod").with(POLL, LARGEST_POLL), point, ending);
      case PRUNE -> {
        end(pod("pod").with(CHECKPOINTS + "retain", 1), point, ending);
        run.assertCheckpointsWhole();
      }
      case REPLAY -> {
        leaveATail(point.rekeyedOnly());
        end(pod("pod"), point, ending);
      }
      case TAKE_OVER -> endWhileHandedOver(point, pod("pod"), pod("other"));
      case GIVE_UP -> endWhileHandedOver(point, pod("other"), pod("pod"));
    }
  }

  /**
   * A life without a checkpoint, whose first commits hold many records however slow the machine is:
   * the next life has those to replay.
   */
  private void leaveATail(boolean rekeyedOnly) {
    PodPlan plan =
        pod("pod")
            .with(CHECKPOINTS + "interval", "1h")
            .with("quarkus.millrace.commit-interval", "300ms")
            .with(POLL, LARGEST_POLL);
    KillPoint committed =
        KillPoint.ALL.stream()
            .filter(p -> p.name().equals("commit.after") && p.rekeyedOnly() == rekeyedOnly)
            .findFirst()
            .orElseThrow();
    end(rekeyedOnly ? plan : run.directOnly(plan), committed, Ending.KILL);
  }

  /** A pod that gets a portion of the feed and ends. */
  private void end(PodPlan plan, KillPoint point, Ending how) {
    run.sendNext();
    int hit = point.hit(random);
    PodPlan some = point.rekeyedOnly() ? run.rekeyedOnly(plan) : plan;
    try (Pod pod = some.failingAt(point.name(), hit, how.action).start()) {
      assertEnded(pod, point, hit, how);
    }
  }

  /** One pod works and another joins; one of them ends on the way. */
  private void endWhileHandedOver(KillPoint point, PodPlan surviving, PodPlan dying) {
    int hit = point.hit(random);
    run.sendNext();
    PodPlan doomed = dying.failingAt(point.name(), hit, ending.action);
    boolean takesOver = point.way() == Way.TAKE_OVER;
    // On a slow machine a short lease runs out, and then nothing is handed over in order.
    PodPlan holding = (takesOver ? surviving : doomed).with(LEASE, "10s");
    try (Pod first = holding.start()) {
      // Ready is not enough: as long as the lease of a life before counts, partitions are free.
      awaitAll(first);
      try (Pod second = (takesOver ? doomed : surviving).start()) {
        assertEnded(takesOver ? second : first, point, hit, ending);
        run.sendNext();
      }
    }
  }

  /** A pod joins one that works, takes its share, and is killed. */
  void killBeside(Pod survivor, KillPoint point) {
    try (Pod doomed = join(survivor, point, "kill")) {
      assertEnded(doomed, point, 1, Ending.KILL);
    }
    awaitAll(survivor);
  }

  /**
   * A pod joins one that works, takes its share, and stands still, until the other has taken over;
   * then it goes on, and must give up what it had.
   */
  void stopBeside(Pod survivor, KillPoint point) {
    try (Pod zombie = join(survivor, point, "stop")) {
      run.note("stopped at " + point.name());
      Until.holds("the pod stands still", zombie::isStopped, zombie::evidence);
      awaitAll(survivor);
      run.sendNext();
      run.note("taken over");
      zombie.signal("CONT");
      run.note("awake");
      Until.holds(
          "the zombie gives up",
          () -> zombie.log().contains("Given up, another pod has it"),
          zombie::evidence);
      run.assertNothingWrongSoFar();
    }
  }

  private Pod join(Pod survivor, KillPoint point, String action) {
    Pod joining = pod("joining").failingAt(point.name(), 1, action).start();
    Until.holds(
        "it has a share",
        () -> !joining.isAlive() || joining.isStopped() || joining.livePartitions() >= 3,
        () -> survivor.evidence() + joining.evidence());
    run.sendNext();
    return joining;
  }

  /** Waits until the pod has taken all partitions, of dead ones too. */
  void awaitAll(Pod pod) {
    Until.holds(
        "one pod has all partitions",
        () -> pod.livePartitions() == run.partitions(),
        pod::evidence);
  }

  /** The pod has come to the point and ended in this way, and what is committed is right. */
  private void assertEnded(Pod pod, KillPoint point, int hit, Ending how) {
    run.note(point.name() + ":" + hit);
    assertThat(pod.awaitExit()).as(() -> run.describe() + pod.evidence()).isEqualTo(how.exitCode);
    run.assertNothingWrongSoFar();
  }

  @Override
  public void close() {
    run.close();
  }
}
