package dev.millrace.cli.term;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ValuesTest {

  @Test
  void shouldShowADashWhenThereIsNoTime() {
    assertThat(Values.time(Long.MIN_VALUE)).isEqualTo("–");
    assertThat(Values.time(Long.MAX_VALUE)).isEqualTo("–");
  }

  @Test
  void shouldShowTimesFarFromNowWhenTheyAreGiven() {
    assertThat(Values.time(0)).isEqualTo("1970-01-01T00:00Z");
    assertThat(Values.time(-1)).isEqualTo("1969-12-31T23:59:59.999Z");
    assertThat(Values.time(Long.MAX_VALUE - 1)).startsWith("+292278994-08-17T07:12:55.806");
  }

  @Test
  void shouldChooseTheUnitWhenBytesAreMany() {
    assertThat(Values.bytes(0)).isEqualTo("0 B");
    assertThat(Values.bytes(999)).isEqualTo("999 B");
    assertThat(Values.bytes(1_000)).isEqualTo("1.0 kB");
    assertThat(Values.bytes(12_345_678)).isEqualTo("12.3 MB");
  }

  @Test
  void shouldTellNothingFromZeroWhenItIsAPosition() {
    assertThat(Values.countUnless(-1, -1)).isEqualTo("–");
    assertThat(Values.countUnless(-1, 0)).isEqualTo("0");
    assertThat(Values.count(1_234_567)).isEqualTo("1,234,567");
  }
}
