package dev.millrace.faults;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Which runs there are. {@code -Dfaults.seeds=n} asks for more of each, {@code -Dfaults.seed=n} and
 * {@code -Dfaults.point=name} for one again.
 */
final class Seeds {
  private static final String SEED = System.getProperty("faults.seed", "");
  private static final String POINT = System.getProperty("faults.point", "");

  private Seeds() {}

  static LongStream all() {
    return SEED.isEmpty()
        ? LongStream.range(0, Long.getLong("faults.seeds", 4))
        : LongStream.of(Long.parseLong(SEED));
  }

  /** All points, or the one that is asked for. */
  static List<KillPoint> chosen(List<KillPoint> points) {
    return POINT.isEmpty() ? points : points.stream().filter(p -> p.name().equals(POINT)).toList();
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
