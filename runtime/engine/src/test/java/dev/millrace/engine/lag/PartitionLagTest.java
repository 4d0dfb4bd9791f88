package dev.millrace.engine.lag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.engine.lag.PartitionLag.StartFrom;
import dev.millrace.engine.lag.PartitionLag.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rule A4. The situations seen in the field are case O01 of the test kit. */
class PartitionLagTest {

  @ParameterizedTest
  @CsvSource({
    // start, end, stable, position, from, committed | lag, state, behind
    "0, 0, 0, 0, EARLIEST, true, 0, OK, 0",
    "0, 0, 0, -1, EARLIEST, true, 0, OK, 0",
    "1000, 1000, 1000, -1, EARLIEST, false, 0, NO_COMMIT, 0",
    "0, 6, 6, 6, EARLIEST, true, 0, OK, 0",
    "0, 6, 6, 5, EARLIEST, true, 1, OK, 0",
    "900, 1000, 1000, 900, EARLIEST, false, 100, OK, 0",
    "900, 1000, 1000, 899, EARLIEST, false, 100, BEHIND_LOG_START, 0",
    "900, 1000, 1000, 0, LATEST, false, 100, BEHIND_LOG_START, 0",
    "900, 1000, 1000, -1, EARLIEST, false, 100, NO_COMMIT, 0",
    "900, 1000, 1000, -1, LATEST, false, 0, NO_COMMIT, 0",
    "900, 1000, 950, -1, EARLIEST, true, 50, NO_COMMIT, 50",
    "900, 1000, 1000, 1001, EARLIEST, false, 0, AHEAD_OF_LOG_END, 0",
    "0, 1663, 200, 200, EARLIEST, true, 0, OPEN_TRANSACTION, 1463",
    "0, 1663, 200, 200, EARLIEST, false, 1463, OK, 0",
    "0, 9223372036854775807, 9223372036854775807, 0, EARLIEST, true, 9223372036854775807, OK, 0",
  })
  void shouldCountWhatCouldBeReadNow(
      long start,
      long end,
      long stable,
      long position,
      StartFrom from,
      boolean readCommitted,
      long lag,
      State state,
      long behind) {
    assertThat(PartitionLag.of(new LogBounds(start, end, stable), position, from, readCommitted))
        .isEqualTo(new PartitionLag(lag, state, behind));
  }

  @Test
  void shouldNotTakeUnknownForZero() {
    assertThat(PartitionLag.unknown().isKnown()).isFalse();
    assertThat(PartitionLag.unknown().lag()).isEqualTo(PartitionLag.UNKNOWN_LAG);
  }

  @Test
  void shouldRefuseBoundsThatAreOutOfOrder() {
    assertThatThrownBy(() -> new LogBounds(5, 4, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("start=5, lastStable=4, end=4");
  }
}
