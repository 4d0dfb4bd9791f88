package dev.millrace.avro;

import dev.millrace.avro.test.Card;
import dev.millrace.avro.test.Order;
import dev.millrace.avro.test.State;
import dev.millrace.avro.test.Voucher;
import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Orders of all shapes, and their bytes as other writers make them. */
final class Orders {
  private Orders() {}

  /** One with every field, of which each kind of logical type is one. */
  static Order full() {
    return random(new SplittableRandom(7), 1);
  }

  static Order random(SplittableRandom random, int depth) {
    List<Instant> steps = new ArrayList<>();
    Map<String, Long> tags = new HashMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      steps.add(Instant.ofEpochMilli(random.nextLong(-1L << 40, 1L << 42)));
      tags.put("tag" + random.nextInt(1000), random.nextLong());
    }
    return Order.newBuilder()
        .setId(new UUID(random.nextLong(), random.nextLong()))
        .setAt(Instant.ofEpochMilli(random.nextLong(-1L << 40, 1L << 42)))
        .setAmount(BigDecimal.valueOf(random.nextLong(-1L << 36, 1L << 36), 2))
        .setNote(random.nextBoolean() ? "ünïcode " + random.nextInt() : null)
        .setPayment(random.nextBoolean() ? new Card(random.nextLong()) : new Voucher("v" + depth))
        .setSteps(steps)
        .setState(random.nextBoolean() ? State.OPEN : State.PAID)
        .setTags(tags)
        .setParent(depth > 0 ? random(random, depth - 1) : null)
        .setChannel("web")
        .build();
  }

  static Order decode(CodecProvider codec, byte[] value) throws DecodeException {
    Decoder<Order> decoder = codec.decoder(Order.class);
    return decoder.decode(value);
  }

  static byte[] encode(CodecProvider codec, Order order) {
    Encoder<Order> encoder = codec.encoder(Order.class);
    return encoder.encode(order);
  }

  /** What a writer without our classes writes. */
  static byte[] generic(Schema schema, GenericRecord record) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
      new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** In the frame of a registry. */
  static byte[] framed(int number, byte[] body) {
    return ByteBuffer.allocate(FramedDecoder.REGISTRY_HEADER_BYTES + body.length)
        .put((byte) 0)
        .putInt(number)
        .put(body)
        .array();
  }
}
