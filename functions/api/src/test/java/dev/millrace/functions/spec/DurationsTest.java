package dev.millrace.functions.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0s, 0",
    "-0, 0",
    "500ms, 500",
    "5m, 300000",
    "1h 30m, 5400000",
    "1h30m, 5400000",
    "1H 30M, 5400000",
    "-8h, -28800000",
    "+8h, 28800000",
    "-1h 30m, -5400000",
    "1d 1h 1m 1s 1ms, 90061001",
    "PT1H, 3600000",
    "pt0.5s, 500",
    "-PT8H, -28800000",
    "P1D, 86400000",
    "'  7s ', 7000",
    "106751991167d, 9223372036828800000",
    "9223372036854775807ms, 9223372036854775807",
    "PT2562047788015H12M55.807S, 9223372036854775807",
  })
  void shouldReadDurationsAsPeopleWriteThem(String text, long ms) {
    assertThat(Durations.parseMs(text)).isEqualTo(ms);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "5",
        "m",
        "5 m",
        "5x",
        "5m 5m",
        "5m 1h",
        "1.5h",
        "-",
        "h5",
        "1h -30m",
        "P",
        "PT",
        "P1Y",
        "PT0.0001S",
        "five minutes",
        "106751991168d",
        "9223372036854775808ms",
        "PT2562047788016H",
        "99999999999999999999s",
        "1h,30m"
      })
  void shouldSayWhatADurationIsWhenTheTextIsNone(String text) {
    assertThatThrownBy(() -> Durations.parseMs(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Expected a duration such as")
        .hasMessageContaining("text=\"" + text + "\"");
  }

  @Test
  void shouldReadBackWhatItWrites() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long ms = random.nextLong() >> random.nextInt(64);
      assertThat(Durations.parseMs(Durations.format(ms))).isEqualTo(ms);
    }
    for (long ms : new long[] {0, 1, -1, 60_000, -5_400_000, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(Durations.parseMs(Durations.format(ms))).isEqualTo(ms);
    }
    assertThat(Durations.format(-5_400_000)).isEqualTo("-1h 30m");
  }

  @ParameterizedTest
  @CsvSource({
    "1 hour, 1h",
    "30 minutes, 30m",
    "5 Days, 5d",
    "20sec, 20s",
    "250 milliseconds, 250ms",
    "1 h, 1h"
  })
  void shouldSuggestTheUnitWhenItIsWrittenAsAWord(String text, String suggestion) {
    assertThatThrownBy(() -> Durations.parseMs(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Did you mean \"" + suggestion + "\"?");
    assertThat(Durations.parseMs(suggestion)).isPositive();
  }
}
