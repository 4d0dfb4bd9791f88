package dev.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** W8: silence and due times by what the ledger holds. */
class StillnessTest {
  private static final long TIMEOUT_MS = 60_000;

  @Test
  void shouldCountSilenceFromTheLastRecordsWhenTheyMovedTheWatermark() {
    Stillness heard = new Stillness(1_000_000, 900_000);

    assertThat(heard.silentMs(TIMEOUT_MS, 1_250_000)).isEqualTo(250_000);
    assertThat(heard.dueMs(5_000, 7_000, TIMEOUT_MS)).isEqualTo(1_000_000 + TIMEOUT_MS + 2_000);
  }

  @Test
  void shouldCountFromTheMoveWithTheTimeoutOverWhenSilenceMovedTheWatermark() {
    Stillness moved = new Stillness(1_000_000, 1_200_000);

    assertThat(moved.silentMs(TIMEOUT_MS, 1_250_000)).isEqualTo(TIMEOUT_MS + 50_000);
    assertThat(moved.dueMs(5_000, 7_000, TIMEOUT_MS)).isEqualTo(1_202_000);
  }

  @Test
  void shouldNeverBeNegativeWhenTheClockWentBack() {
    assertThat(new Stillness(1_000_000, 0).silentMs(TIMEOUT_MS, 900_000)).isZero();
    assertThat(new Stillness(1, 1_000_000).silentMs(TIMEOUT_MS, 900_000)).isEqualTo(TIMEOUT_MS);
  }

  @Test
  void shouldNotFallDueWhenNobodyKnowsOrTheTimeIsBeyondAllNumbers() {
    assertThat(Stillness.NONE.dueMs(0, 1, TIMEOUT_MS)).isEqualTo(Progress.NO_TIMER);
    assertThat(new Stillness(1, 0).dueMs(Long.MIN_VALUE, Long.MAX_VALUE, TIMEOUT_MS))
        .isEqualTo(Progress.NO_TIMER);
    assertThat(new Stillness(1, 0).dueMs(0, Long.MAX_VALUE, TIMEOUT_MS))
        .isEqualTo(Progress.NO_TIMER);
  }
}
