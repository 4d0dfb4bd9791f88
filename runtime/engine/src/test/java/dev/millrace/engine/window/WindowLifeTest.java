package dev.millrace.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.time.TimeMath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules W3, W6 and W9: when a window is complete, fires and is gone. */
class WindowLifeTest {

  @ParameterizedTest
  @CsvSource({
    // grace, lateness, onClose, end, completeAt, fireAt, goneAt
    "0, 0, false, 10, 10, 10, 10",
    "0, 5, false, 10, 10, 10, 15",
    "0, 5, true, 10, 10, 15, 15",
    "1, 0, false, 10, 11, 11, 11",
    "1, 5, false, 10, 11, 11, 16",
    "1, 5, true, -10, -9, -4, -4",
    "0, 5, false, 9223372036854775805, 9223372036854775805, 9223372036854775805,"
        + " 9223372036854775807",
    "1, 0, false, 9223372036854775807, 9223372036854775807, 9223372036854775807,"
        + " 9223372036854775807",
  })
  void shouldReachInstantsInOrderWhenWatermarkRises(
      long grace,
      long lateness,
      boolean onClose,
      long end,
      long completeAt,
      long fireAt,
      long goneAt) {
    WindowLife life = new WindowLife(grace, lateness, onClose);
    assertThat(life.fireAtMs(end)).isEqualTo(fireAt);
    assertThat(life.goneAtMs(end)).isEqualTo(goneAt);
    for (long w : new long[] {Long.MIN_VALUE, end - 1, end, end + 1, end + 5, end + 6}) {
      String seen = "end " + end + ", W " + w;
      assertThat(life.isComplete(end, w)).as(seen).isEqualTo(isReached(w, completeAt));
      assertThat(life.isFired(end, w)).as(seen).isEqualTo(isReached(w, fireAt));
      assertThat(life.isGone(end, w)).as(seen).isEqualTo(isReached(w, goneAt));
      assertThat(life.isFired(end, w)).as(seen).isEqualTo(end < life.firstUnfiredEndMs(w));
    }
  }

  private static boolean isReached(long watermark, long time) {
    return time != TimeMath.NEVER && watermark >= time;
  }

  @Test
  void shouldHaveFiredNothingWhenThereIsNoWatermark() {
    WindowLife life = new WindowLife(1, 5, false);
    assertThat(life.firstUnfiredEndMs(TimeMath.NO_WATERMARK)).isEqualTo(Long.MIN_VALUE);
    assertThat(life.isComplete(Long.MIN_VALUE + 1, TimeMath.NO_WATERMARK)).isFalse();
  }

  @Test
  void shouldNotKeepFiredWindowsWhenNothingCanReviseThem() {
    assertThat(new WindowLife(0, 0, false).keepsFired()).isFalse();
    assertThat(new WindowLife(0, 5, true).keepsFired()).isFalse();
    assertThat(new WindowLife(0, 5, false).keepsFired()).isTrue();
  }
}
