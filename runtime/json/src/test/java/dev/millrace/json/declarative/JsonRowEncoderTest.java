package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.millrace.functions.aggregate.DistinctCount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonRowEncoderTest {
  private static JsonRow row(String key, long startMs, long endMs, @Nullable Object... values) {
    return new JsonRow(key, startMs, endMs, values);
  }

  private static String text(JsonRowEncoder encoder, JsonRow row) {
    return new String(encoder.encode(row), UTF_8);
  }

  @Test
  void shouldWriteEveryTypeOfResult() {
    List<String> names = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i");
    Object[] values = {
      Long.MIN_VALUE,
      Long.MAX_VALUE,
      0.1,
      new BigInteger("9223372036854775808"),
      new BigDecimal("1.50"),
      true,
      null,
      new DistinctCount(3, true),
      List.of(1L, "x\"y")
    };
    assertThat(text(new JsonRowEncoder(names, false, true), row("k", -1, 0, values)))
        .isEqualTo(
            "{\"key\":\"k\",\"windowStart\":-1,\"windowEnd\":0,\"a\":-9223372036854775808,"
                + "\"b\":9223372036854775807,\"c\":0.1,\"d\":9223372036854775808,\"e\":1.50,"
                + "\"f\":true,\"g\":null,\"h\":{\"count\":3,\"atLeast\":true},"
                + "\"i\":[1,\"x\\\"y\"]}");
  }

  @Test
  void shouldWriteTheEndsOfEachWindowWhenWindowsAlternate() {
    JsonRowEncoder encoder = new JsonRowEncoder(List.of(), false, false);
    String first =
        "{\"key\":\"k\",\"windowStart\":\"1970-01-01T00:00:00Z\","
            + "\"windowEnd\":\"1970-01-01T00:00:01Z\"}";
    assertThat(text(encoder, row("k", 0, 1_000))).isEqualTo(first);
    assertThat(text(encoder, row("k", 0, 2_000))).contains("00:00:00Z").contains("00:00:02Z");
    assertThat(text(encoder, row("k", 500, 2_000))).contains("00:00:00.500Z", "00:00:02Z");
    assertThat(text(encoder, row("k", Long.MIN_VALUE, Long.MAX_VALUE)))
        .isEqualTo("{\"key\":\"k\",\"windowStart\":null,\"windowEnd\":null}");
    assertThat(text(encoder, row("k", 0, 1_000))).isEqualTo(first);
  }

  @Test
  void shouldWriteACompositeKeyAsItIs() {
    JsonRowEncoder encoder = new JsonRowEncoder(List.of("n"), true, true);
    assertThat(text(encoder, row("[\"ü\",1]", 0, 1, 2L)))
        .isEqualTo("{\"key\":[\"ü\",1],\"windowStart\":0,\"windowEnd\":1,\"n\":2}");
  }

  @Test
  void shouldWriteTextsAsJacksonDoes() throws IOException {
    JsonRowEncoder encoder = new JsonRowEncoder(List.of("text"), false, true);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 2_000; i++) {
      String any = text(random);
      assertThat(text(encoder, row(any, 0, 1, any)))
          .isEqualTo(
              "{\"key\":%1$s,\"windowStart\":0,\"windowEnd\":1,\"text\":%1$s}"
                  .formatted(byJackson(any)));
    }
  }

  /** Mostly ASCII with what needs escaping; long ones make the buffer grow. */
  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(random.nextInt(20) == 0 ? 1_000 : 12);
    int kinds = random.nextInt(1, 5);
    while (text.length() < length) {
      switch (random.nextInt(kinds)) {
        case 0 -> text.append((char) random.nextInt('0', 'z'));
        case 1 -> text.append((char) random.nextInt(0x80));
        case 2 -> text.append((char) random.nextInt(0x80, 0xD800));
        default -> text.appendCodePoint(random.nextInt(0x10000, 0x110000));
      }
    }
    return text.toString();
  }

  private static String byJackson(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeString(text);
    }
    return bytes.toString(UTF_8);
  }
}
