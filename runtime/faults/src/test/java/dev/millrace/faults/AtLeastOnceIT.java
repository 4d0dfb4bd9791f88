package dev.millrace.faults;

import dev.millrace.faults.KillPoint.Way;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without transactions (X7) a crash loses nothing; what comes twice is the same row, with the same
 * pane index. So it is for re-keyed functions too, whose stage one keeps its transactions.
 */
@Execution(ExecutionMode.CONCURRENT)
class AtLeastOnceIT {
  private static final Set<String> ALSO =
      Set.of("batch.middle", "commit.before", "commit.after", "pointer.before", "replay.end");

  static LongStream seeds() {
    return Seeds.some();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldLoseNothingAndRepeatTheSameRowsWhenKilled(long seed) {
    List<KillPoint> points =
        Seeds.chosen(
            p -> p.way() == Way.AT_LEAST_ONCE || (!p.rekeyedOnly() && ALSO.contains(p.name())));
    Collections.shuffle(points, new Random(seed));
    try (Lives lives = Lives.atLeastOnce(AtLeastOnceIT.class, "least", seed, points)) {
      lives.endAtAll(Lives.Ending.KILL);
      lives.finish();
    }
  }
}
