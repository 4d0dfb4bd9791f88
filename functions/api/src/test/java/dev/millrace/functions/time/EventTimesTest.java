package dev.millrace.functions.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimesTest {

  @ParameterizedTest
  @CsvSource({
    "2013-01-01T10:59:00Z, 1357037940000",
    "2013-01-01T10:59Z, 1357037940000",
    "2013-01-01T10:59:00.5Z, 1357037940500",
    "2013-01-01T10:59:00.05Z, 1357037940050",
    "2013-01-01T10:59:00.123456789Z, 1357037940123",
    "2013-01-01T05:59:00-05:00, 1357037940000",
    "1969-12-31T23:59:59.999Z, -1",
    "1969-12-31T23:59:59.9999Z, -1",
    "1970-01-01T00:00:00Z, 0",
    "2024-02-29T00:00:00Z, 1709164800000",
    "0000-01-01T00:00:00Z, -62167219200000",
    "9999-12-31T23:59:59.999Z, 253402300799999",
    "+10000-01-01T00:00:00Z, 253402300800000",
  })
  void shouldReadIsoTextsWithAnOffset(String text, long ms) {
    assertThat(EventTimes.of(text)).isEqualTo(ms);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2013-01-01",
        "2013-01-01T10:59:00",
        "2013-02-30T00:00:00Z",
        "2013-13-01T00:00:00Z",
        "2013-01-01T24:00:01Z",
        "2013-01-01T10:60:00Z",
        "2013-01-01 10:59:00Z",
        "2013-01-01T1a:59:00Z",
        "1357037940000",
        "2023-02-29T00:00:00Z",
        "2013-01-01T10:59:00.5xZ"
      })
  void shouldThrowWhenATextIsNoTime(String text) {
    assertThatThrownBy(() -> EventTimes.of(text)).isInstanceOf(DateTimeException.class);
  }

  /** The quick way must agree with the JDK's on every text it takes. */
  @Test
  void shouldAgreeWithTheJdkWhenTextsAreRandom() {
    Random random = new Random(9);
    for (int i = 0; i < 20_000; i++) {
      Instant instant =
          Instant.ofEpochSecond(
              -62_167_219_200L + (long) (random.nextDouble() * 315_569_520_000L),
              random.nextInt(1_000_000_000));
      String text = DateTimeFormatter.ISO_INSTANT.format(instant);
      assertThat(IsoTimes.parseUtc(text)).as(text).isEqualTo(instant.toEpochMilli());
    }
  }

  /** Rule W7: null and -1 are no event time; 0 and other negative numbers are. */
  @Test
  void shouldTellNoneFromATime() {
    assertThat(EventTimes.of(-1L)).isEqualTo(EventTimeExtractor.NONE);
    assertThat(EventTimes.of((@Nullable Long) null)).isEqualTo(EventTimeExtractor.NONE);
    assertThat(EventTimes.of((@Nullable Instant) null)).isEqualTo(EventTimeExtractor.NONE);
    assertThat(EventTimes.of((@Nullable String) null)).isEqualTo(EventTimeExtractor.NONE);
    assertThat(EventTimes.ofAny(null)).isEqualTo(EventTimeExtractor.NONE);
    assertThat(EventTimes.of(0L)).isZero();
    assertThat(EventTimes.of(-2L)).isEqualTo(-2);
    assertThat(EventTimes.of(Instant.ofEpochMilli(-1))).isEqualTo(-1);
  }

  @Test
  @SuppressWarnings("JavaUtilDate") // users' events have them
  void shouldReadEveryTypeWhenItIsOnlyKnownAtRunTime() {
    Instant instant = Instant.ofEpochMilli(1357037940123L);
    OffsetDateTime offset = instant.atOffset(ZoneOffset.ofHours(-5));
    ZonedDateTime zoned = offset.toZonedDateTime();
    for (Object value :
        new Object[] {
          instant, offset, zoned, Date.from(instant), instant.toEpochMilli(), instant.toString()
        }) {
      assertThat(EventTimes.ofAny(value)).as("%s", value.getClass()).isEqualTo(1357037940123L);
    }
    assertThatThrownBy(() -> EventTimes.ofAny(5)).hasMessageContaining("type=java.lang.Integer");
  }

  @Test
  void shouldThrowWhenAnInstantDoesNotFitMilliseconds() {
    assertThatThrownBy(() -> EventTimes.of(Instant.MAX)).isInstanceOf(ArithmeticException.class);
  }
}
