package dev.millrace.docs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.functions.EventTime;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.testkit.FunctionHarness;
import org.junit.jupiter.api.Test;

/** The mistake that testing.md shows, and that the kit finds it. */
class ForgetfulTest {

  record Reading(@EventTime long at, long value) {}

  /** Keeps the number of readings beside the accumulator, where no checkpoint sees it. */
  @StreamFunction("forgetful")
  @Tumbling(size = "1m")
  static class Forgetful implements WindowFunction<Reading, Long, Long> {
    private long readings;

    @Override
    public Long create() {
      return 0L;
    }

    @Override
    public Long add(Long sum, Reading reading) {
      readings++;
      return sum + reading.value();
    }

    @Override
    public Long finish(Long sum, WindowContext context) {
      return sum / readings;
    }
  }

  @Test
  void shouldFailWhenAFunctionKeepsSomethingOutsideItsAccumulator() {
    try (FunctionHarness forgetful = FunctionHarness.of(Forgetful.class)) {
      forgetful
          .record("sensor", new Reading(1_000, 7))
          .checkpoint()
          .crash()
          .record("sensor", new Reading(2_000, 3))
          .record("sensor", new Reading(61_000, 1));

      assertThatThrownBy(forgetful::expectSameAllWays)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("Is the function deterministic");
    }
  }
}
