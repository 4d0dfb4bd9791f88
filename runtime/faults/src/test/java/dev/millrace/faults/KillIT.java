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
 * The stock application, killed with −9 at every point of the code, in a random order and each time
 * at a random hit. After each crash what is committed is the beginning of what the rules ask for;
 * in the end it is all of it, record for record per key (section 8 of the design, X2, X3, X5, C2,
 * C4, A2; cases K01, S03).
 */
@Execution(ExecutionMode.CONCURRENT)
class KillIT {

  static LongStream seeds() {
    return Seeds.all();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldWriteTheSameWhenKilledAtAnyPoint(long seed) {
    List<KillPoint> points =
        Seeds.coreAndShare(Seeds.chosen(p -> p.way() != Way.AT_LEAST_ONCE), seed);
    Collections.shuffle(points, new Random(seed));
    try (Lives lives = new Lives(KillIT.class, "kill", seed, points)) {
      lives.endAtAll(Lives.Ending.KILL);
      lives.finish();
    }
  }
}
