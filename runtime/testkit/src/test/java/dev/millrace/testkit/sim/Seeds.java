package dev.millrace.testkit.sim;

import java.util.stream.LongStream;

/**
 * Seeds of a simulation: the same in every build, {@code -Dsim.seeds=N} for more, {@code
 * -Dsim.seed=N} for one again.
 */
final class Seeds {
  private static final int DEFAULT_COUNT = 200;

  private Seeds() {}

  static LongStream all() {
    Long one = Long.getLong("sim.seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.range(0, Long.getLong("sim.seeds", DEFAULT_COUNT));
  }

  /** One in a hundred of them. */
  static LongStream some() {
    return Long.getLong("sim.seed") != null
        ? all()
        : LongStream.range(0, Math.max(1, Long.getLong("sim.seeds", DEFAULT_COUNT) / 100));
  }
}
