package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.json.JsonCodecProvider;
import dev.millrace.json.JsonMappers;
import dev.millrace.mutations.Mutations;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flat records are what Jackson reads, and refused as it refuses them, with or without it. */
@Timeout(120)
class RecordDecoderTest {
  private static final int ROUNDS = 20_000;

  record Click(String user, @EventTime long at, int amount) {}

  record Optional(@Nullable Boolean ok, @Nullable Long count, @Nullable Integer part) {}

  record Name(String text) {}

  record Positive(int amount, boolean paid) {
    Positive {
      if (amount <= 0) {
        throw new IllegalArgumentException("Expected an amount above 0: " + amount);
      }
    }
  }

  record Renamed(@JsonProperty("u") String user, long at) {}

  record Nested(Name name, long at) {}

  record Two(String user, long at) {
    Two(String user) {
      this(user, 0);
    }
  }

  record WithGetter(String user, long at) {
    long getTwice() {
      return 2 * at;
    }
  }

  record Ordered(long at) implements Comparable<Ordered> {
    @Override
    public int compareTo(Ordered other) {
      return Long.compare(at, other.at);
    }
  }

  private static final List<String> INPUTS =
      List.of(
          "{\"user\":\"ann\",\"at\":1700000100000,\"amount\":-12,\"page\":\"/shop\",\"x\":1.50}",
          " { \"amount\" : 7 , \"at\":0, \"ok\":true, \"user\":\"\" }\n",
          "{\"ok\":false,\"count\":123456789012345678,\"part\":2147483647,\"text\":\"b\"}",
          "{\"amount\":5,\"paid\":true,\"text\":\"x\",\"user\":\"u\",\"at\":9,\"page\":null}");

  private static final List<String> ODD =
      List.of(
          "{\"user\":\"a\",\"at\":1,\"amount\":2147483648}",
          "{\"user\":\"a\",\"at\":1,\"amount\":2,\"page\":1,\"page\":2}",
          "{\"user\":\"a\",\"at\":1,\"amount\":2,\"user\":\"b\"}",
          "{\"user\":\"a\",\"at\":\"1\",\"amount\":2}",
          "{\"user\":5,\"at\":1,\"amount\":2}",
          "{\"user\":null,\"at\":1,\"amount\":2}",
          "{\"user\":\"a\",\"at\":null,\"amount\":2}",
          "{\"user\":\"a\",\"amount\":2}",
          "{\"user\":\"a\",\"at\":1.0,\"amount\":2}",
          "{\"user\":\"a\",\"at\":1e3,\"amount\":2}",
          "{\"user\":\"\\u0061\",\"at\":1,\"amount\":2,\"more\":{\"at\":[1,{\"at\":2}]}}",
          "{\"user\":\"é\",\"at\":-0,\"amount\":2}",
          "{\"user\":\"a\",\"at\":1,\"amount\":2} 3",
          "{\"text\":\"\"}",
          "{\"amount\":0,\"paid\":true}",
          "{\"ok\":\"true\",\"count\":1,\"part\":null}",
          "{\"ok\":1}",
          "{}",
          "\"text\"",
          "null",
          "");

  private static String outcome(Decoder<?> decoder, byte[] json) {
    try {
      return decoder.decode(json).toString();
    } catch (DecodeException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static void assertSameAsByJackson(Class<?> type, byte[] json) {
    Decoder<?> ours = new JsonCodecProvider().decoder(type);
    Decoder<?> jackson = new JsonCodecProvider(JsonMappers.standard()).decoder(type);
    assertThat(outcome(ours, json)).isEqualTo(outcome(jackson, json));
  }

  @Test
  void shouldReadOddInputAsJacksonDoes() {
    for (Class<?> type : List.of(Click.class, Optional.class, Name.class, Positive.class)) {
      for (String text : ODD) {
        assertSameAsByJackson(type, text.getBytes(UTF_8));
      }
    }
  }

  @Test
  void shouldReadWhateverIsDamagedAsJacksonDoes() {
    JsonCodecProvider plain = new JsonCodecProvider();
    JsonCodecProvider jackson = new JsonCodecProvider(JsonMappers.standard());
    for (Class<?> type : List.of(Click.class, Optional.class, Positive.class)) {
      Decoder<?> ours = plain.decoder(type);
      Decoder<?> theirs = jackson.decoder(type);
      Set<Boolean> seen = new TreeSet<>();
      Mutations.bytes(
          INPUTS.stream().map(text -> text.getBytes(UTF_8)).toList(),
          ROUNDS,
          mutant -> {
            String outcome = outcome(ours, mutant);
            seen.add(outcome.startsWith("refused"));
            assertThat(outcome).isEqualTo(outcome(theirs, mutant));
          });
      assertThat(seen).containsExactly(false, true);
    }
  }

  @Test
  void shouldNotAskJacksonWhenARecordIsPlain() throws DecodeException {
    Decoder<Click> decoder =
        RecordDecoder.of(
            Click.class,
            value -> {
              throw new DecodeException("Expected not to be asked.", null);
            });
    assertThat(decoder.decode(INPUTS.get(0).getBytes(UTF_8)))
        .isEqualTo(new Click("ann", 1_700_000_100_000L, -12));
    assertThat(decoder.decode(INPUTS.get(1).getBytes(UTF_8))).isEqualTo(new Click("", 0, 7));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Renamed.class,
        Nested.class,
        Two.class,
        WithGetter.class,
        Ordered.class,
        Object.class
      })
  void shouldLeaveOtherTypesToJackson(Class<?> type) {
    Decoder<Object> jackson = value -> "by Jackson";
    assertThat(RecordDecoder.of(type, jackson)).isSameAs(jackson);
  }
}
