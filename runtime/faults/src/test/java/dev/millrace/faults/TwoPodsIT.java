package dev.millrace.faults;

import dev.millrace.faults.KillPoint.Way;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two pods share the partitions (A1). One dies, or is cut off and comes back as a zombie; the other
 * takes over what it had when its lease is over (L1, L5, X1).
 */
@Execution(ExecutionMode.CONCURRENT)
class TwoPodsIT {
  private static final int POINTS = 3;
  private static final List<String> IN_A_TRANSACTION =
      List.of(
          "batch.middle", "send.after", "txn.before-commit", "txn.after-commit", "commit.after");
  private static final List<String> IN_A_CHECKPOINT =
      List.of("upload.before", "manifest.before", "manifest.after", "pointer.before");

  static LongStream seeds() {
    return Seeds.some();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldWriteTheSameWhenOneDiesAndTheOtherTakesOver(long seed) {
    List<KillPoint> points = Seeds.chosen(TwoPodsIT::isOfEveryShare);
    Collections.shuffle(points, new Random(seed));
    List<KillPoint> some = points.subList(0, Math.min(POINTS, points.size()));
    try (Lives lives = new Lives(TwoPodsIT.class, "two", seed, some);
        Pod survivor = lives.pod("survivor").start()) {
      lives.awaitAll(survivor);
      some.forEach(point -> lives.killBeside(survivor, point));
      lives.run().sendRest();
      lives.run().awaitAllRows(survivor);
      lives.run().assertComplete();
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldRefuseAZombieWhenItWakesInATransaction(long seed) {
    refuseZombie("zombie-txn", seed, IN_A_TRANSACTION);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldRefuseAZombieWhenItWakesInACheckpoint(long seed) {
    refuseZombie("zombie-save", seed, IN_A_CHECKPOINT);
  }

  /** Whether each pod comes there, whatever partitions it has. */
  private static boolean isOfEveryShare(KillPoint point) {
    return point.way() == Way.WORK
        && !point.rekeyedOnly()
        && !point.name().startsWith("rekey.")
        && !point.name().startsWith("forget.");
  }

  private static void refuseZombie(String name, long seed, List<String> points) {
    KillPoint point = KillPoint.of(points.get((int) (seed % points.size())));
    try (Lives lives = new Lives(TwoPodsIT.class, name, seed, List.of(point, point, point));
        Pod survivor = lives.pod("survivor").start()) {
      lives.awaitAll(survivor);
      lives.stopBeside(survivor, point);
      lives.run().sendRest();
      lives.run().awaitAllRows(survivor);
      lives.run().assertComplete();
    }
  }
}
