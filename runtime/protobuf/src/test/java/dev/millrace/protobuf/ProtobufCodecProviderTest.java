package dev.millrace.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.GeneratedMessage;
import com.google.protobuf.Message;
import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.Codecs;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import dev.millrace.mutations.Mutations;
import dev.millrace.protobuf.test.Before;
import dev.millrace.protobuf.test.Order;
import dev.millrace.protobuf.test.Order.Line;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ProtobufCodecProviderTest {
  private static final CodecProvider PROTOBUF = new ProtobufCodecProvider();
  private static final int ROUNDS = 20_000;

  /** Zigzag varints: the second message of the file. */
  private static final byte[] ORDER_PLACE = {2, 2};

  private static Order random(SplittableRandom random, int depth) {
    Order.Builder order = Order.newBuilder().setId("ö" + random.nextInt());
    if (random.nextBoolean()) {
      order.setAt(random.nextLong()).setRating(0);
    }
    switch (random.nextInt(3)) {
      case 0 -> order.setCard(0);
      case 1 -> order.setVoucher("v");
      default -> order.setStateValue(random.nextInt());
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      order.putTags("k" + random.nextInt(), i);
      order.addLines(Line.newBuilder().setArticle("a").setCount(random.nextInt()));
    }
    return depth > 0 ? order.setParent(random(random, depth - 1)).build() : order.build();
  }

  private static byte[] encode(Message message) {
    Encoder<Message> encoder = PROTOBUF.encoder(message.getClass());
    return encoder.encode(message);
  }

  private static <E> E decode(Class<E> type, byte[] value) throws DecodeException {
    Decoder<E> decoder = PROTOBUF.decoder(type);
    return decoder.decode(value);
  }

  private static byte[] framed(byte[] place, byte[] body) {
    return ByteBuffer.allocate(5 + place.length + body.length)
        .put((byte) 0)
        .putInt(1234)
        .put(place)
        .put(body)
        .array();
  }

  @Test
  void shouldReadBackWhatItWroteWhenOrdersAreOfAnyShape() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      Order order = random(random, i % 4);
      byte[] value = encode(order);
      assertThat(decode(Order.class, value)).isEqualTo(order);
      assertThat(decode(Order.class, framed(ORDER_PLACE, value))).isEqualTo(order);
    }
  }

  @Test
  void shouldTellUnsetFromDefaultWhereTheSchemaDoes() throws Exception {
    Order unset = decode(Order.class, new byte[0]);
    Order zero = decode(Order.class, encode(Order.newBuilder().setRating(0).setCard(0).build()));
    assertThat(unset.hasRating()).isFalse();
    assertThat(zero.hasRating()).isTrue();
    assertThat(unset.getPaymentCase()).isEqualTo(Order.PaymentCase.PAYMENT_NOT_SET);
    assertThat(zero.getPaymentCase()).isEqualTo(Order.PaymentCase.CARD);
  }

  @Test
  void shouldWriteEqualBytesWhenMapsAreEqual() {
    Order.Builder forth = Order.newBuilder();
    Order.Builder back = Order.newBuilder();
    for (int i = 0; i < 100; i++) {
      forth.putTags("k" + i, 1);
      back.putTags("k" + (99 - i), 1);
    }
    assertThat(encode(forth.build())).isEqualTo(encode(back.build()));
  }

  @Test
  void shouldReadTheFrameOfEachPlaceInAFile() throws Exception {
    Before before = Before.newBuilder().setNumber(7).build();
    Line line = Line.newBuilder().setCount(7).build();
    assertThat(decode(Before.class, framed(new byte[] {0}, encode(before)))).isEqualTo(before);
    assertThat(decode(Before.class, framed(new byte[] {2, 0}, encode(before)))).isEqualTo(before);
    int nested = 2 * line.getDescriptorForType().getIndex();
    assertThat(decode(Line.class, framed(new byte[] {4, 2, (byte) nested}, encode(line))))
        .isEqualTo(line);
  }

  /** It would be read without an error, as wrong values. */
  @Test
  void shouldRefuseAnotherMessageOfTheFile() {
    byte[] body = encode(Before.newBuilder().setNumber(7).build());
    for (byte[] place : List.of(new byte[] {0}, new byte[] {2, 0}, new byte[] {4, 2, 0})) {
      assertThatThrownBy(() -> decode(Order.class, framed(place, body)))
          .isInstanceOf(DecodeException.class)
          .hasMessageContaining("another message of its file, expected [1]");
    }
  }

  @Test
  void shouldRefuseOrReadHonestlyWhenARecordIsDamaged() {
    Decoder<Order> decoder = PROTOBUF.decoder(Order.class);
    List<byte[]> valid = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      byte[] value = encode(random(new SplittableRandom(i), i % 3));
      valid.add(i % 2 == 0 ? value : framed(ORDER_PLACE, value));
    }
    AtomicInteger refused = new AtomicInteger();
    Mutations.bytes(
        valid,
        ROUNDS,
        mutant -> {
          try {
            Order order = decoder.decode(mutant);
            assertThat(decode(Order.class, encode(order))).isEqualTo(order);
          } catch (DecodeException e) {
            refused.incrementAndGet();
          }
        });
    assertThat(refused.get()).isBetween(ROUNDS / 5, ROUNDS - 1);
  }

  @Test
  void shouldRefuseWhenMessagesAreNestedWithoutEnd() {
    for (byte fill : new byte[] {-1, 0, 0x4B, 0x4A, 127}) {
      byte[] hostile = new byte[100_000];
      Arrays.fill(hostile, fill);
      assertThatThrownBy(() -> decode(Order.class, hostile)).isInstanceOf(DecodeException.class);
    }
  }

  @Test
  void shouldBeFoundForGeneratedClassesOnly() {
    Codecs codecs = Codecs.load(getClass().getClassLoader());
    assertThat(codecs.provider("", Order.class)).isInstanceOf(ProtobufCodecProvider.class);
    assertThat(PROTOBUF.supports(DynamicMessage.class)).isFalse();
    assertThat(PROTOBUF.supports(GeneratedMessage.class)).isFalse();
    assertThatThrownBy(() -> PROTOBUF.decoder(String.class)).hasMessageContaining("Generate it");
  }
}
