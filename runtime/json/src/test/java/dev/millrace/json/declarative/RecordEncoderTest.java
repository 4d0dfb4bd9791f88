package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.functions.codec.Encoder;
import dev.millrace.json.JsonCodecProvider;
import dev.millrace.json.JsonMappers;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Flat records are written byte for byte as Jackson writes them. */
class RecordEncoderTest {
  record Row(
      String key, long at, int part, boolean ok, @Nullable Long more, @Nullable Boolean paid) {}

  record Loud(String text) {
    @Override
    public String text() {
      return text + "!";
    }
  }

  record Broken(String text) {
    @Override
    public String text() {
      throw new IllegalStateException("broken");
    }
  }

  record WithGetter(String user, long at) {
    public long getTwice() {
      return 2 * at;
    }
  }

  private static <R> void assertSameAsByJackson(Class<R> type, R result) {
    Encoder<R> ours = new JsonCodecProvider().encoder(type);
    Encoder<R> jackson = new JsonCodecProvider(JsonMappers.standard()).encoder(type);
    assertThat(new String(ours.encode(result), UTF_8))
        .isEqualTo(new String(jackson.encode(result), UTF_8));
  }

  @Test
  void shouldWriteAnyValuesAsJacksonDoes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      assertSameAsByJackson(
          Row.class,
          new Row(
              text(random),
              random.nextLong() >> random.nextInt(64),
              random.nextInt() >> random.nextInt(32),
              random.nextBoolean(),
              random.nextBoolean() ? null : random.nextLong(),
              random.nextBoolean() ? null : random.nextBoolean()));
    }
  }

  private static String text(SplittableRandom random) {
    int highest = random.nextInt(10) == 0 ? 0x3000 : '~' + 2;
    return random
        .ints(random.nextInt(200), 0, highest)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void shouldWriteTheSmallestAndTheLargest() {
    assertSameAsByJackson(
        Row.class, new Row("", Long.MIN_VALUE, Integer.MIN_VALUE, true, Long.MAX_VALUE, false));
  }

  @Test
  void shouldHeedAnAccessorOfItsOwn() {
    assertSameAsByJackson(Loud.class, new Loud("a"));
    assertThatThrownBy(() -> new JsonCodecProvider().encoder(Broken.class).encode(new Broken("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Expected a result that can be written as JSON");
  }

  @Test
  void shouldNotAskJacksonWhenAResultIsPlain() {
    Encoder<Row> encoder =
        RecordEncoder.of(
            Row.class,
            result -> {
              throw new IllegalArgumentException("Expected not to be asked.");
            });
    assertThat(new String(encoder.encode(new Row("k", 1, 2, true, null, null)), UTF_8))
        .isEqualTo("{\"key\":\"k\",\"at\":1,\"part\":2,\"ok\":true,\"more\":null,\"paid\":null}");
  }

  @Test
  void shouldLeaveTypesWithMorePropertiesToJackson() {
    Encoder<WithGetter> jackson = result -> new byte[0];
    assertThat(RecordEncoder.of(WithGetter.class, jackson)).isSameAs(jackson);
    assertSameAsByJackson(WithGetter.class, new WithGetter("a", 2));
  }
}
