package dev.millrace.runtime.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.lane.StartTimes.Step;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StartTimesTest {
  private final AtomicLong nowMs = new AtomicLong(5_000);
  private final StartTimes times = new StartTimes(clocks(), 120);

  @Test
  void shouldCountFromTheBeginOfTheProcessWhenAStepIsReached() {
    nowMs.addAndGet(30);
    times.reached(Step.OPENED);

    assertThat(times.seconds(Step.OPENED)).isEqualTo(0.150);
  }

  @Test
  void shouldKeepTheFirstTimeWhenAStepIsReachedAgain() {
    times.reached(Step.POLLED);
    nowMs.addAndGet(1_000);
    times.reached(Step.POLLED);

    assertThat(times.seconds(Step.POLLED)).isEqualTo(0.120);
  }

  @Test
  void shouldBeNoNumberWhenAStepIsYetToCome() {
    times.reached(Step.OPENED);

    assertThat(times.seconds(Step.EMITTED)).isNaN();
  }

  private Clocks clocks() {
    return new Clocks() {
      @Override
      public long wallMs() {
        throw new AssertionError("Durations are of the monotonic clock");
      }

      @Override
      public long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(nowMs.get());
      }
    };
  }
}
