package dev.millrace.functions.sketch;

import dev.millrace.functions.WindowContext;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;
import org.jspecify.annotations.Nullable;

/**
 * Distinct values by HyperLogLog. The composite estimator is asked, which reads the registers only;
 * the usual one (HIP) depends on the order of arrival.
 */
final class DistinctSketch<T, V> implements Aggregate<T, HllSketch, Long> {
  private static final int LG_REGISTERS = 12;
  private static final StateType<HllSketch> STATE =
      StateTypes.<HllSketch>object("@hll-12")
          .field("sketch", StateTypes.bytes(), HllSketch::toCompactByteArray)
          .atomic(DistinctSketch::restore);

  private final Function<? super T, ? extends @Nullable V> value;
  private final StateType<V> type;

  DistinctSketch(Function<? super T, ? extends @Nullable V> value, StateType<V> type) {
    this.value = value;
    this.type = type;
  }

  private static HllSketch restore(@Nullable Object[] fields) {
    if (fields[0] instanceof byte[] bytes) {
      return HllSketch.heapify(bytes);
    }
    throw new IllegalStateException(
        "Expected the bytes of a sketch, but there are none. The state is damaged.");
  }

  @Override
  public HllSketch create() {
    return new HllSketch(LG_REGISTERS, TgtHllType.HLL_8);
  }

  @Override
  @SuppressWarnings("CheckReturnValue") // only whether it throws
  public void check(HllSketch sketch, T event) {
    bytes(event);
  }

  @Override
  public HllSketch add(HllSketch sketch, T event) {
    byte[] bytes = bytes(event);
    if (bytes != null) {
      sketch.update(bytes);
    }
    return sketch;
  }

  /** Never empty, as the sketch would pass over that. */
  private byte @Nullable [] bytes(T event) {
    V read = value.apply(event);
    if (read == null) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      type.write(read, new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("Expected memory to take bytes, but it failed.", e);
    }
    bytes.write(1);
    return bytes.toByteArray();
  }

  @Override
  public HllSketch merge(HllSketch left, HllSketch right) {
    Union union = new Union(LG_REGISTERS);
    union.update(left);
    union.update(right);
    return union.getResult(TgtHllType.HLL_8);
  }

  @Override
  public Long finish(HllSketch sketch, WindowContext context) {
    return Math.round(sketch.getCompositeEstimate());
  }

  @Override
  public StateType<HllSketch> stateType() {
    return STATE;
  }
}
