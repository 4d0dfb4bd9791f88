package dev.millrace.faults;

import dev.millrace.faults.KillPoint.Way;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SIGTERM in the middle of each phase (section 8): the pod finishes what it has begun, saves, and
 * goes; nothing is lost and nothing comes twice. Each seed has its share of the points.
 */
@Execution(ExecutionMode.CONCURRENT)
class TermIT {
  private static final EnumSet<Way> WAYS =
      EnumSet.of(Way.WORK, Way.SPLIT, Way.CROWD, Way.PRUNE, Way.RESTORE, Way.REPLAY);

  static LongStream seeds() {
    return Seeds.all();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldWriteTheSameWhenToldToStopAtAnyPoint(long seed) {
    List<KillPoint> share =
        Seeds.share(Seeds.chosen(p -> WAYS.contains(p.way()) && !p.rekeyedOnly()), seed);
    try (Lives lives = new Lives(TermIT.class, "term", seed, share)) {
      lives.endAtAll(Lives.Ending.TERM);
      lives.finish();
    }
  }
}
