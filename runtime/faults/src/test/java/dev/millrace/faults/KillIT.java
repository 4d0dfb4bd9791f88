package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.faults.KillPoint.Way;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The stock application, killed with −9 at every point of the code, in a random order and each time
 * at a random hit. After each crash what is committed is the beginning of what the rules ask for;
 * in the end it is all of it, record for record per key (section 8 of the design, X2, X3, X5, C2,
 * A2).
 */
class KillIT {

  static LongStream seeds() {
    return Seeds.all();
  }

  /** One life of a pod after another, each with a portion of the feed of its own. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldWriteTheSameWhenKilledAtAnyPoint(long seed) {
    List<KillPoint> points = new ArrayList<>(Seeds.chosen(KillPoint.ALL));
    Collections.shuffle(points, new Random(seed));
    new Lives(seed, points).run();
  }

  /** Lives of pods over one run. */
  private static final class Lives {
    private final SplittableRandom random;
    private final List<KillPoint> points;
    private final Run run;

    Lives(long seed, List<KillPoint> points) {
      this.random = new SplittableRandom(seed);
      this.points = points;
      int portions = points.stream().mapToInt(p -> p.way().portions).sum();
      this.run = new Run("kill-" + seed, seed, portions + 1).of(KillIT.class);
    }

    void run() {
      try (run) {
        points.forEach(this::killAt);
        run.sendRest();
        run.finish(pod("pod"));
      }
    }

    private PodPlan pod(String name) {
      return run.pod(name).with("kafka.max.poll.records", random.nextInt(1, 400));
    }

    private void killAt(KillPoint point) {
      int hit = point.hit(random);
      switch (point.way()) {
        case WORK -> crash(pod("pod"), point.name(), hit);
        case RESTORE -> {
          crash(pod("pod"), "pointer.after", 4);
          crash(pod("pod"), point.name(), hit);
        }
        case REPLAY -> {
          crash(pod("pod"), "pointer.after", 4);
          crash(withoutCheckpoints(pod("pod")), "txn.after-commit", 8);
          crash(pod("pod"), point.name(), hit);
        }
        case TAKE_OVER -> crashWhileHandedOver(point, pod("pod"), pod("other"));
        case GIVE_UP -> crashWhileHandedOver(point, pod("other"), pod("pod"));
      }
    }

    private static PodPlan withoutCheckpoints(PodPlan plan) {
      return plan.with("quarkus.millrace.checkpoints.interval", "1h");
    }

    private void crash(PodPlan plan, String point, int hit) {
      run.sendNext();
      try (Pod pod = plan.dyingAt(point, hit).start()) {
        assertKilled(pod, point, hit);
      }
    }

    /** One pod works and another joins; one of them dies on the way. */
    private void crashWhileHandedOver(KillPoint point, PodPlan surviving, PodPlan dying) {
      int hit = point.hit(random);
      run.sendNext();
      PodPlan doomed = dying.dyingAt(point.name(), hit);
      boolean takesOver = point.way() == Way.TAKE_OVER;
      try (Pod first = (takesOver ? surviving : doomed).start()) {
        first.awaitReady();
        try (Pod second = (takesOver ? doomed : surviving).start()) {
          assertKilled(takesOver ? second : first, point.name(), hit);
          run.sendNext();
          run.note("the other pod goes on");
        }
      }
    }

    private void assertKilled(Pod pod, String point, int hit) {
      run.note(point + ":" + hit);
      assertThat(pod.awaitExit()).as(() -> run.describe() + pod.evidence()).isEqualTo(Pod.KILLED);
      run.assertNothingWrongSoFar();
    }
  }
}
