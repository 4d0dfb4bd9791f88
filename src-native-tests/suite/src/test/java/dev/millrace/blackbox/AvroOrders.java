package dev.millrace.blackbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;

/** Orders and their totals as a writer and a reader see them that know the schemas only. */
final class AvroOrders {
  private static final Path SCHEMAS = Path.of(System.getProperty("millrace.schemas", ""));
  private static final String NAME = "dev.millrace.blackbox.app.avro.Order";

  private AvroOrders() {}

  static Schema current() {
    return schema(read("avro/order.avsc"));
  }

  /** The one that an earlier version of the application wrote. */
  static Schema earlier() {
    String list = read("resources/META-INF/avro/" + NAME + ".json");
    return schema(list.substring(list.indexOf('[') + 1, list.lastIndexOf(']')));
  }

  private static Schema schema(String json) {
    return new Schema.Parser().parse(json);
  }

  private static String read(String file) {
    try {
      return Files.readString(SCHEMAS.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With the fields that all versions have. */
  static GenericRecordBuilder order(Schema schema, String customer, long atMs, String amount) {
    BigDecimal decimal = new BigDecimal(amount);
    return new GenericRecordBuilder(schema)
        .set("customer", customer)
        .set("at", atMs)
        .set("amount", ByteBuffer.wrap(decimal.unscaledValue().toByteArray()))
        .set("tags", Map.of("a", 1L))
        .set(
            "checksum",
            new GenericData.Fixed(
                schema.getField("checksum").schema(),
                new byte[] {1, 2, 3, (byte) customer.length()}));
  }

  static GenericData.EnumSymbol state(Schema schema, String symbol) {
    return new GenericData.EnumSymbol(schema.getField("state").schema(), symbol);
  }

  /** A branch of the union. */
  static GenericRecord payment(Schema schema, String type, String field, Object value) {
    for (Schema branch : schema.getField("payment").schema().getTypes()) {
      if (branch.getName().equals(type)) {
        return new GenericRecordBuilder(branch).set(field, value).build();
      }
    }
    throw new IllegalArgumentException(type);
  }

  /** In single-object encoding. */
  static byte[] singleObject(GenericRecord order) throws IOException {
    ByteBuffer encoded =
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), order.getSchema()).encode(order);
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return bytes;
  }

  /** In the framing of a registry. */
  static byte[] registered(int number, GenericRecord order) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(ByteBuffer.allocate(5).put((byte) 0).putInt(number).array());
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(order.getSchema()).write(order, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  /** What a pane of totals says. */
  static String totals(byte[] pane) throws IOException {
    Schema schema = schema(read("avro/order-totals.avsc"));
    GenericRecord totals =
        new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema).decode(pane);
    Map<String, Object> counts = new TreeMap<>();
    ((Map<?, ?>) totals.get("counts")).forEach((key, count) -> counts.put(key.toString(), count));
    ByteBuffer amount = (ByteBuffer) totals.get("amount");
    byte[] unscaled = new byte[amount.remaining()];
    amount.get(unscaled);
    return totals.get("orders")
        + " "
        + new BigDecimal(new BigInteger(unscaled), 2)
        + " "
        + counts
        + " "
        + totals.get("end");
  }
}
