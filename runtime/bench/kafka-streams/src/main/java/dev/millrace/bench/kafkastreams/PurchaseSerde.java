package dev.millrace.bench.kafkastreams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.bench.events.Purchase;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** How purchases come in, and the shortest form for the topic between the two stages. */
final class PurchaseSerde {
  private PurchaseSerde() {}

  /** JSON, for reading only. */
  static Serde<Purchase> json() {
    return Serdes.serdeFrom(
        (topic, purchase) -> {
          throw new UnsupportedOperationException("Expected purchases to be read only");
        },
        (topic, bytes) -> {
          try {
            return Purchase.parse(bytes);
          } catch (IOException e) {
            throw new SerializationException("Expected a purchase: topic=" + topic, e);
          }
        });
  }

  /** Time, amount and user in binary. */
  static Serde<Purchase> compact() {
    return Serdes.serdeFrom(
        (topic, purchase) -> {
          byte[] user = purchase.user().getBytes(UTF_8);
          return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + user.length)
              .putLong(purchase.atMs())
              .putInt(purchase.amount())
              .put(user)
              .array();
        },
        (topic, bytes) -> {
          ByteBuffer buffer = ByteBuffer.wrap(bytes);
          long atMs = buffer.getLong();
          int amount = buffer.getInt();
          String user = new String(bytes, buffer.position(), buffer.remaining(), UTF_8);
          return new Purchase(user, atMs, amount);
        });
  }
}
