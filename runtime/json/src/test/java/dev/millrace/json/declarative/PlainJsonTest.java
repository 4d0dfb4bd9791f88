package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.codec.DecodeException;
import dev.millrace.mutations.Mutations;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is read as plain JSON is what Jackson reads, to the type of each value. */
@Timeout(120)
class PlainJsonTest {
  private static final int ROUNDS = 60_000;

  private static final List<String> PLAIN =
      List.of(
          "{}",
          " {\"user\" : \"user-1\" , \"at\":1700000100000,\"amount\":-0.50}\r\n",
          "{\"id\":\"x\",\"user\":\"\",\"at\":0,\"amount\":-0,\"page\":\"/shop/basket\"}",
          "{\"amount\":999999999999999999,\"more\":[1,2.50,[],{\"user\":true}],\"ok\":false}",
          "{\"order\":{\"items\":[{\"price\":1},{\"price\":100.0}],\"x\":[[null]]},\"ok\":true}",
          "{\"order\":[null],\"amount\":0.1234567890123456789,\"user\":null,\"at\":-12}",
          "{\"order\":{\"items\":[{},{\"price\":{}}]},\"unknown\":{\"at\":1,\"at\":2}}");

  private final Fields fields = new Fields();
  private final JsonEventDecoder decoder;

  PlainJsonTest() {
    for (String path : List.of("user", "at", "amount", "ok", "order.items[1].price")) {
      fields.slot(FieldPath.parse(path));
    }
    decoder = new JsonEventDecoder(fields);
  }

  private @Nullable JsonEvent plain(byte[] json) {
    return PlainJson.read(json, fields.root(), fields.count());
  }

  private void assertAsJacksonReads(JsonEvent event, byte[] json) {
    try {
      JsonEvent byJackson = decoder.decodeByJackson(json);
      for (int slot = 0; slot < fields.count(); slot++) {
        assertThat(event.value(slot)).isEqualTo(byJackson.value(slot));
      }
    } catch (DecodeException e) {
      throw new AssertionError(
          "Expected what is read as plain to be JSON: " + new String(json, UTF_8), e);
    }
  }

  @Test
  void shouldReadPlainEventsWithoutJackson() {
    for (String text : PLAIN.subList(0, PLAIN.size() - 1)) {
      byte[] json = text.getBytes(UTF_8);
      JsonEvent event = plain(json);
      assertThat(event).as(text).isNotNull();
      if (event != null) {
        assertAsJacksonReads(event, json);
      }
    }
  }

  @Test
  void shouldAgreeWithJacksonOrLeaveItToItWhenAnEventIsDamaged() {
    AtomicInteger read = new AtomicInteger();
    Mutations.bytes(
        PLAIN.stream().map(text -> text.getBytes(UTF_8)).toList(),
        ROUNDS,
        mutant -> {
          JsonEvent event = plain(mutant);
          if (event != null) {
            read.incrementAndGet();
            assertAsJacksonReads(event, mutant);
          }
        });
    assertThat(read.get()).isBetween(ROUNDS / 20, ROUNDS - 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"at\":1}x",
        "{\"at\":1,}",
        "{\"at\":01}",
        "{\"at\":-}",
        "{\"at\":1.}",
        "{\"at\":1e3}",
        "{\"at\":1.5E3}",
        "{\"at\":1234567890123456789}",
        "{\"at\":1,\"at\":1}",
        "{\"at\":{}}",
        "{\"user\":\"\\u0041\"}",
        "{\"user\":\"ü\"}",
        "{\"ü\":1}",
        "{\"user\":tru}",
        "{\"x\":[1,]}",
        "{\"x\":[1 2]}",
        "{\"x\":nul}",
        "{\"x\" 1}",
        "{x:1}"
      })
  void shouldGiveUpWhenAnEventIsNotPlain(String text) {
    assertThat(plain(text.getBytes(UTF_8))).isNull();
  }

  @Test
  void shouldGiveUpWhenNestingIsDeep() {
    String deep = "{\"x\":" + "[".repeat(17) + "]".repeat(17) + "}";
    assertThat(plain(deep.getBytes(UTF_8))).isNull();
    assertThat(plain(deep.replace("[[", "[").replace("]]", "]").getBytes(UTF_8))).isNotNull();
  }
}
