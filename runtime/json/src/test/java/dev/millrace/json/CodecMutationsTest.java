package dev.millrace.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import dev.millrace.mutations.Mutations;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged records of a class are refused as declared, or come back the same when written. */
@Timeout(120)
class CodecMutationsTest {
  private static final int ROUNDS = 20_000;

  enum Kind {
    SALE,
    RETURN
  }

  record Line(String article, int count, BigDecimal price) {}

  record Order(
      long id,
      Kind kind,
      @Nullable Instant at,
      List<Line> lines,
      Map<String, Double> rates,
      @Nullable Object note) {}

  private static final List<String> ORDERS =
      List.of(
          """
          {"id":7,"kind":"SALE","at":"2026-01-31T10:15:30.5Z",
           "lines":[{"article":"x","count":2,"price":1.10},{"article":"","count":-1,"price":1e3}],
           "rates":{"EUR":1.0,"USD":0.93},"note":[0.5,{"a":12e3}]}""",
          "{\"id\":-1,\"kind\":\"RETURN\",\"at\":null,\"lines\":[],\"rates\":{}}");

  @Test
  void shouldRefuseOrReadHonestlyWhenARecordIsDamaged() {
    JsonCodecProvider codecs = new JsonCodecProvider();
    Decoder<Order> decoder = codecs.decoder(Order.class);
    Encoder<Order> encoder = codecs.encoder(Order.class);
    AtomicInteger refused = new AtomicInteger();
    Mutations.bytes(
        ORDERS.stream().map(text -> text.getBytes(UTF_8)).toList(),
        ROUNDS,
        mutant -> {
          Order order;
          try {
            order = decoder.decode(mutant);
          } catch (DecodeException e) {
            refused.incrementAndGet();
            return;
          }
          assertThat(encoder.encode(decodeAgain(decoder, encoder.encode(order))))
              .isEqualTo(encoder.encode(order));
        });
    assertThat(refused.get()).isBetween(ROUNDS / 3, ROUNDS - 1);
  }

  private static Order decodeAgain(Decoder<Order> decoder, byte[] json) {
    try {
      return decoder.decode(json);
    } catch (DecodeException e) {
      throw new AssertionError("Expected to read what was written", e);
    }
  }
}
