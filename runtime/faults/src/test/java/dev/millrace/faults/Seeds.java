package dev.millrace.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Which runs there are. {@code -Dfaults.seeds=n} asks for more of each, {@code -Dfaults.all} for
 * all points with each seed, {@code -Dfaults.seed=n} and {@code -Dfaults.point=name,name} for one
 * again.
 */
final class Seeds {
  private static final String SEED = System.getProperty("faults.seed", "");
  private static final String POINT = System.getProperty("faults.point", "");
  private static final int SHARES = 4;

  private Seeds() {}

  static LongStream all() {
    return SEED.isEmpty()
        ? LongStream.range(0, Long.getLong("faults.seeds", 4))
        : LongStream.of(Long.parseLong(SEED));
  }

  /** Half of them, for what takes longer. */
  static LongStream some() {
    return all().filter(seed -> !SEED.isEmpty() || seed % 2 == 0);
  }

  /** Those points, or those of them that are asked for; a list that may be changed. */
  static List<KillPoint> chosen(Predicate<KillPoint> wanted) {
    return new ArrayList<>(
        KillPoint.ALL.stream()
            .filter(wanted)
            .filter(p -> POINT.isEmpty() || Set.of(POINT.split(",")).contains(p.name()))
            .toList());
  }

  /** With each seed those that stand for all, and its share of the others; or all. */
  static List<KillPoint> coreAndShare(List<KillPoint> points, long seed) {
    List<KillPoint> all = new ArrayList<>(points);
    if (!Boolean.getBoolean("faults.all")) {
      List<KillPoint> others = points.stream().filter(p -> !p.isCore()).toList();
      all.removeAll(others);
      all.addAll(share(others, seed));
    }
    return all;
  }

  /** A fourth of the points for each seed, so that four seeds come to all of them. */
  static List<KillPoint> share(List<KillPoint> points, long seed) {
    return IntStream.range(0, points.size())
        .filter(i -> !POINT.isEmpty() || i % SHARES == Math.floorMod(seed, SHARES))
        .mapToObj(points::get)
        .toList();
  }

  /** The command that runs one seed again. */
  static String replay(Class<?> test, long seed) {
    return "Replay it by: mvn -Pfaults verify -Dit.test="
        + test.getSimpleName()
        + " -Dfaults.seed="
        + seed
        + (POINT.isEmpty() ? "" : " -Dfaults.point=" + POINT);
  }
}
