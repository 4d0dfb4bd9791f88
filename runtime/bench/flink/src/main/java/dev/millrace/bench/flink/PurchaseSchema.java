package dev.millrace.bench.flink;

import dev.millrace.bench.events.Purchase;
import java.io.IOException;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple3;

/** Purchases as tuples of user, time and amount, the form that Flink encodes fastest. */
final class PurchaseSchema implements DeserializationSchema<Tuple3<String, Long, Integer>> {
  private static final long serialVersionUID = 1;

  @Override
  public Tuple3<String, Long, Integer> deserialize(byte[] bytes) throws IOException {
    Purchase purchase = Purchase.parse(bytes);
    return Tuple3.of(purchase.user(), purchase.atMs(), purchase.amount());
  }

  @Override
  public boolean isEndOfStream(Tuple3<String, Long, Integer> purchase) {
    return false;
  }

  @Override
  public TypeInformation<Tuple3<String, Long, Integer>> getProducedType() {
    return TypeInformation.of(new TypeHint<>() {});
  }
}
