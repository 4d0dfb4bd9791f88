package dev.millrace.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rule W1 at both ends of long. */
class TimeMathTest {
  private static final long[] TIMES = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -1_000_001, -5, -1, 0, 1, 5, 999_999, Long.MAX_VALUE - 1
  };

  @Test
  void shouldSaturateWhenSumOrDifferenceDoesNotFit() {
    for (long a : TIMES) {
      for (long b : TIMES) {
        assertThat(TimeMath.plus(a, b)).as("%s + %s", a, b).isEqualTo(clamp(big(a).add(big(b))));
        assertThat(TimeMath.minus(a, b))
            .as("%s - %s", a, b)
            .isEqualTo(clamp(big(a).subtract(big(b))));
      }
    }
  }

  @Test
  void shouldBeModuloOfTrueDifferenceWhenItDoesNotFit() {
    for (long a : TIMES) {
      for (long b : TIMES) {
        for (long m : new long[] {1, 7, 5000, Long.MAX_VALUE}) {
          assertThat(TimeMath.distanceMod(a, b, m))
              .as("(%s - %s) mod %s", a, b, m)
              .isEqualTo(big(a).subtract(big(b)).mod(big(m)).longValueExact());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5, true",
    "4, 5, false",
    "-5, -6, true",
    "9223372036854775807, 9223372036854775807, false",
    "9223372036854775807, 9223372036854775806, true"
  })
  void shouldReachTimeWhenWatermarkIsNotBehindIt(long watermarkMs, long timeMs, boolean reached) {
    assertThat(TimeMath.reached(watermarkMs, timeMs)).isEqualTo(reached);
  }

  @Test
  void shouldStayNeverWhenSomethingIsAddedToNever() {
    assertThat(TimeMath.plus(TimeMath.NEVER, -5)).isEqualTo(TimeMath.NEVER);
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static long clamp(BigInteger value) {
    return value.min(big(Long.MAX_VALUE)).max(big(Long.MIN_VALUE)).longValueExact();
  }
}
