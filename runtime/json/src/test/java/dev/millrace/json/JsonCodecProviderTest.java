package dev.millrace.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.Codecs;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonCodecProviderTest {
  private static final CodecProvider JSON = new JsonCodecProvider();

  record Event(
      long n, int small, @Nullable BigDecimal exact, @Nullable Object any, @Nullable Instant at) {}

  record Result(
      String z,
      Instant at,
      Duration took,
      BigDecimal exact,
      BigInteger big,
      Map<String, Long> counts,
      @Nullable Double none) {}

  /** A class, whose members have no order of their own. */
  static class Bean {
    public int b = 1;
    public int a = 2;
  }

  private static final class Rival implements CodecProvider {
    private final String name;
    private final int priority;
    private final boolean supports;

    Rival(String name, int priority, boolean supports) {
      this.name = name;
      this.priority = priority;
      this.supports = supports;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public int priority() {
      return priority;
    }

    @Override
    public boolean supports(Type type) {
      return supports;
    }

    @Override
    public <E> Decoder<E> decoder(Type type) {
      return JSON.decoder(type);
    }

    @Override
    public <R> Encoder<R> encoder(Type type) {
      return JSON.encoder(type);
    }
  }

  @Test
  void shouldKeepNumbersExactWhenTheyAreLarge() throws Exception {
    Event event =
        decode(
            "{\"n\":9007199254740993,\"small\":-1,\"exact\":0.10000000000000000001,"
                + "\"any\":123456789012345678901234567890,\"at\":\"2013-01-01T10:00:00.000000001Z\","
                + "\"unknown\":{\"x\":[1]}}");
    assertThat(event.n()).isEqualTo(9_007_199_254_740_993L);
    assertThat(event.exact()).isEqualTo(new BigDecimal("0.10000000000000000001"));
    assertThat(event.any()).isEqualTo(new BigInteger("123456789012345678901234567890"));
    assertThat(event.at()).isEqualTo(Instant.ofEpochSecond(1357034400, 1));
  }

  /** A wrong number must never come in quietly. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"n\":1.5,\"small\":1}` | field=n",
        "`{\"n\":9223372036854775808,\"small\":1}` | field=n",
        "`{\"n\":1,\"small\":2147483648}` | field=small",
        "`{\"n\":null,\"small\":1}` | field=n",
        "`{\"n\":\"secret\",\"small\":1}` | field=n",
        "`{\"n\":1,\"n\":2,\"small\":1}` | line=1",
        "`{\"n\":1,\"small\":1}x` | line=1",
        "`{\"n\":1,\n\"small\":secret}` | line=2",
        "`{\"n\":1,\"at\":\"secret\"}` | field=at",
        "`null` | it is null",
        "`` | problem=",
        "`[1]` | problem=",
      })
  void shouldTellThePlaceAndNoPayloadWhenBytesAreNoEvent(String json, String expected) {
    assertThatThrownBy(() -> decode(json))
        .isInstanceOf(DecodeException.class)
        .hasMessageStartingWith("Expected JSON of an event, but ")
        .hasMessageContaining(expected)
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  @Test
  void shouldWriteEqualBytesWhenResultsAreEqual() {
    Map<String, Long> forth = new HashMap<>();
    Map<String, Long> back = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      forth.put("k" + i, 1L);
      back.put("k" + (49 - i), 1L);
    }
    assertThat(encode(result(forth))).isEqualTo(encode(result(back)));
  }

  @Test
  void shouldWriteARecordInTheOrderOfItsComponents() {
    assertThat(encode(result(Map.of("k", 1L))))
        .isEqualTo(
            "{\"z\":\"a\",\"at\":\"1970-01-01T00:00:00Z\",\"took\":\"PT1M\",\"exact\":1E+3,"
                + "\"big\":18446744073709551616,\"counts\":{\"k\":1},\"none\":null}");
  }

  @Test
  void shouldWriteAClassByName() {
    assertThat(new String(JSON.encoder(Bean.class).encode(new Bean()), StandardCharsets.UTF_8))
        .isEqualTo("{\"a\":2,\"b\":1}");
  }

  @Test
  void shouldReadGenericTypes() throws Exception {
    Type type = new TypeReference<List<Map<String, Long>>>() {}.getType();
    Decoder<List<Map<String, Long>>> decoder = JSON.decoder(type);
    assertThat(decoder.decode(utf8("[{\"a\":1}]"))).containsExactly(Map.of("a", 1L));
  }

  @Test
  void shouldBeFoundOnTheClassPath() {
    Codecs codecs = Codecs.load(getClass().getClassLoader());
    assertThat(codecs.provider("", Event.class)).isInstanceOf(JsonCodecProvider.class);
    assertThat(codecs.provider("json", Event.class)).isInstanceOf(JsonCodecProvider.class);
    assertThatThrownBy(() -> codecs.provider("avro", Event.class))
        .hasMessageContaining("codec=avro")
        .hasMessageContaining("available=[json]");
  }

  @Test
  void shouldTakeTheHighestPriorityThatSupportsTheType() {
    Rival rival = new Rival("rival", 10, true);
    Rival picky = new Rival("picky", 20, false);
    Codecs codecs = new Codecs(List.of(JSON, picky, rival));
    assertThat(codecs.provider("", Event.class)).isSameAs(rival);
    assertThat(codecs.provider("json", Event.class)).isSameAs(JSON);
    assertThatThrownBy(() -> codecs.provider("picky", Event.class))
        .hasMessageContaining("codec=picky");
  }

  private static Result result(Map<String, Long> counts) {
    return new Result(
        "a",
        Instant.EPOCH,
        Duration.ofMinutes(1),
        new BigDecimal("1E+3"),
        BigInteger.ONE.shiftLeft(64),
        counts,
        null);
  }

  private static Event decode(String json) throws DecodeException {
    Decoder<Event> decoder = JSON.decoder(Event.class);
    return decoder.decode(utf8(json));
  }

  private static String encode(Result result) {
    Encoder<Result> encoder = JSON.encoder(Result.class);
    return new String(encoder.encode(result), StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
