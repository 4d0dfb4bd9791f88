package dev.millrace.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.avro.test.Order;
import dev.millrace.avro.test.State;
import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.Codecs;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import dev.millrace.mutations.Mutations;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class AvroCodecProviderTest {
  private static final CodecProvider AVRO = new AvroCodecProvider();
  private static final CodecProvider BARE = new BareAvroCodecProvider();
  private static final int ROUNDS = 20_000;

  @Test
  void shouldReadBackWhatItWroteWhenOrdersAreOfAnyShape() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    for (CodecProvider codec : List.of(AVRO, BARE)) {
      Decoder<Order> decoder = codec.decoder(Order.class);
      Encoder<Order> encoder = codec.encoder(Order.class);
      for (int i = 0; i < 500; i++) {
        Order order = Orders.random(random, i % 4);
        assertThat(decoder.decode(encoder.encode(order))).isEqualTo(order);
      }
    }
  }

  /** Case N03: a logical type in an array comes out as such too. */
  @Test
  void shouldConvertLogicalTypesWhereverTheyAre() throws Exception {
    Order order = Orders.decode(AVRO, Orders.encode(AVRO, Orders.full()));
    List<?> steps = order.getSteps();
    assertThat(steps.get(0)).isInstanceOf(Instant.class);
    assertThat((Object) order.getAt()).isInstanceOf(Instant.class);
    assertThat((Object) order.getAmount()).isInstanceOf(BigDecimal.class);
    assertThat(order.getId()).isEqualTo(Orders.full().getId());
  }

  @Test
  void shouldWriteWhatAvrosOwnWriterWrites() throws Exception {
    Order order = Orders.full();
    order.setTags(Map.of("one", 1L));
    order.setParent(null);
    var theirs = new BinaryMessageEncoder<Order>(order.getSpecificData(), order.getSchema());
    byte[] expected = new byte[theirs.encode(order).remaining()];
    theirs.encode(order).get(expected);
    assertThat(Orders.encode(AVRO, order)).isEqualTo(expected);
  }

  @Test
  void shouldResolveWhenAnEarlierSchemaWroteTheRecord() throws Exception {
    GenericRecord earlier = Earlier.order();
    byte[] header = WriterSchemas.header(Earlier.SCHEMA);
    byte[] body = Orders.generic(Earlier.SCHEMA, earlier);
    byte[] value = new byte[header.length + body.length];
    System.arraycopy(header, 0, value, 0, header.length);
    System.arraycopy(body, 0, value, header.length, body.length);
    Earlier.expect(Orders.decode(AVRO, value));
  }

  @Test
  void shouldSayWhatToDoWhenTheWritersSchemaIsNotKnown() {
    byte[] unknown = Orders.encode(AVRO, Orders.full());
    unknown[5]++;
    assertThatThrownBy(() -> Orders.decode(AVRO, unknown))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("META-INF/avro/dev.millrace.avro.test.Order.json");
    assertThatThrownBy(() -> Orders.decode(AVRO, Orders.encode(BARE, Orders.full())))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("avro-binary");
    assertThatThrownBy(() -> Orders.decode(AVRO, Orders.framed(7, new byte[3])))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("schemaId=7")
        .hasMessageContaining(SchemaRegistry.URL);
  }

  @Test
  void shouldWriteEqualBytesWhenMapsAreEqual() {
    Map<String, Long> forth = new HashMap<>();
    Map<String, Long> back = new HashMap<>(4096);
    for (int i = 0; i < 100; i++) {
      forth.put("k" + i, 1L);
      back.put("k" + (99 - i), 1L);
    }
    Order one = Orders.full();
    Order other = Orders.full();
    one.setTags(forth);
    other.setTags(back);
    assertThat(Orders.encode(AVRO, one)).isEqualTo(Orders.encode(AVRO, other));
  }

  @Test
  void shouldWriteTheNextResultWhenOneDoesNotFit() {
    Encoder<Order> encoder = AVRO.encoder(Order.class);
    Order broken = Orders.full();
    broken.setAmount(new BigDecimal("0.001"));
    assertThatThrownBy(() -> encoder.encode(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Expected a result that fits its schema");
    assertThat(encoder.encode(Orders.full())).isEqualTo(Orders.encode(AVRO, Orders.full()));
  }

  @Test
  void shouldRefuseOrReadHonestlyWhenARecordIsDamaged() {
    for (CodecProvider codec : List.of(AVRO, BARE)) {
      Decoder<Order> decoder = codec.decoder(Order.class);
      List<byte[]> valid = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        valid.add(Orders.encode(codec, Orders.random(new SplittableRandom(i), i % 3)));
      }
      AtomicInteger refused = new AtomicInteger();
      Mutations.bytes(
          valid,
          ROUNDS,
          mutant -> {
            try {
              assertThat(decoder.decode(mutant)).isNotNull();
            } catch (DecodeException e) {
              refused.incrementAndGet();
            }
          });
      assertThat(refused.get()).isBetween(ROUNDS / 5, ROUNDS - 1);
    }
  }

  /** What it says is 2 GiB long, or nested without an end, costs no more than its own bytes. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 20, 100_000})
  void shouldReadTheNextRecordWhenOneIsHostile(int length) throws Exception {
    Decoder<Order> decoder = BARE.decoder(Order.class);
    for (byte fill : new byte[] {-1, 0, 2, 4, 126}) {
      byte[] hostile = new byte[length];
      java.util.Arrays.fill(hostile, fill);
      assertThatThrownBy(() -> decoder.decode(hostile)).isInstanceOf(DecodeException.class);
    }
    assertThat(decoder.decode(Orders.encode(BARE, Orders.full()))).isEqualTo(Orders.full());
  }

  @Test
  void shouldRefuseWhenBytesFollowTheRecord() {
    byte[] value = Orders.encode(BARE, Orders.full());
    assertThatThrownBy(() -> Orders.decode(BARE, java.util.Arrays.copyOf(value, value.length + 1)))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("bytes behind its end");
  }

  @Test
  void shouldBeFoundForGeneratedClassesOnly() {
    Codecs codecs = Codecs.load(getClass().getClassLoader());
    assertThat(codecs.provider("", Order.class)).isInstanceOf(AvroCodecProvider.class);
    assertThat(codecs.provider("avro-binary", Order.class))
        .isInstanceOf(BareAvroCodecProvider.class);
    assertThat(AVRO.supports(State.class)).isFalse();
    assertThat(AVRO.supports(GenericRecord.class)).isFalse();
    assertThatThrownBy(() -> AVRO.decoder(String.class)).hasMessageContaining("Generate classes");
  }
}
