package dev.millrace.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyBytesTest {

  @Test
  void shouldBePlainTextWhenThereIsOneValue() {
    assertThat(text(KeyBytes.of("JFK"))).isEqualTo("JFK");
    assertThat(text(KeyBytes.of(""))).isEmpty();
    assertThat(text(KeyBytes.of(-12L))).isEqualTo("-12");
    assertThat(text(KeyBytes.of((byte) 3))).isEqualTo("3");
    assertThat(text(KeyBytes.of(true))).isEqualTo("true");
    assertThat(text(KeyBytes.of(PaneKind.ON_TIME))).isEqualTo("ON_TIME");
    assertThat(text(KeyBytes.of(new UUID(1, 2)))).isEqualTo("00000000-0000-0001-0000-000000000002");
    assertThat(KeyBytes.of(new byte[] {-1, 0})).containsExactly(-1, 0);
    assertThat(text(KeyBytes.of("🛬ä"))).isEqualTo("🛬ä");
  }

  @Test
  void shouldBeAJsonArrayWhenThereAreSeveral() {
    assertThat(text(KeyBytes.composite("JFK", 12, true, PaneKind.LATE)))
        .isEqualTo("[\"JFK\",12,true,\"LATE\"]");
    assertThat(text(KeyBytes.composite("a\"b\\c", "\n\u0001")))
        .isEqualTo("[\"a\\\"b\\\\c\",\"\\u000a\\u0001\"]");
  }

  @Test
  void shouldDifferWhenThePartsDiffer() {
    assertThat(KeyBytes.composite("a", "b,c")).isNotEqualTo(KeyBytes.composite("a,b", "c"));
    assertThat(KeyBytes.composite("a\",\"b", "c")).isNotEqualTo(KeyBytes.composite("a", "b\",\"c"));
    assertThat(KeyBytes.composite("1", "x")).isNotEqualTo(KeyBytes.composite(1, "x"));
  }

  @Test
  void shouldBeNoKeyWhenAPartIsNull() {
    assertThat(KeyBytes.of(null)).isNull();
    assertThat(KeyBytes.composite("a", null)).isNull();
  }

  /** All such texts would have the same bytes otherwise. */
  @Test
  void shouldRefuseHalfASurrogatePair() {
    assertThatThrownBy(() -> KeyBytes.of("a\ud800")).hasMessageContaining("surrogate");
    assertThatThrownBy(() -> KeyBytes.composite("a\udc00", "b")).hasMessageContaining("surrogate");
  }

  @Test
  void shouldRefuseOtherTypes() {
    assertThatThrownBy(() -> KeyBytes.of(1.5)).hasMessageContaining("type=java.lang.Double");
    assertThatThrownBy(() -> KeyBytes.composite("a", new byte[0])).hasMessageContaining("type=[B");
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "(none)" : new String(bytes, StandardCharsets.UTF_8);
  }
}
