package dev.millrace.avro;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.avro.test.Order;
import dev.millrace.avro.test.State;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** An order of a schema of before: without some fields, with one that went, and a state more. */
final class Earlier {
  static final Schema SCHEMA = schema();
  private static final UUID ID = new UUID(1, 2);

  private Earlier() {}

  private static Schema schema() {
    try (InputStream in =
        Objects.requireNonNull(
            Earlier.class.getResourceAsStream(
                "/META-INF/avro/dev.millrace.avro.test.Order.json"))) {
      return new Schema.Parser().parse(new ObjectMapper().readTree(in).get(0).toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static GenericRecord order() {
    GenericRecord order = new GenericData.Record(SCHEMA);
    order.put("id", ID.toString());
    order.put("gone", 1.5f);
    order.put("at", 1_000L);
    order.put("amount", ByteBuffer.wrap(BigInteger.valueOf(-1234).toByteArray()));
    order.put("steps", List.of(5L, -5L));
    order.put("state", new GenericData.EnumSymbol(SCHEMA.getField("state").schema(), "LOST"));
    order.put("tags", Map.of("a", 3));
    return order;
  }

  /** Added fields have their defaults, an unknown symbol that of the enum, an int is a long. */
  static void expect(Order order) {
    assertThat(order.getId()).isEqualTo(ID);
    assertThat(order.getAt()).isEqualTo(Instant.ofEpochMilli(1_000));
    assertThat(order.getAmount()).isEqualTo(new BigDecimal("-12.34"));
    assertThat(order.getSteps()).containsExactly(Instant.ofEpochMilli(5), Instant.ofEpochMilli(-5));
    assertThat(order.getState()).isEqualTo(State.OTHER);
    assertThat(order.getTags()).isEqualTo(Map.of("a", 3L));
    assertThat(order.getChannel()).isEqualTo("shop");
    assertThat(order.getNote()).isNull();
    assertThat(order.getPayment()).isNull();
  }
}
