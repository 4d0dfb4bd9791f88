package dev.millrace.functions.state;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A list or set: the number of elements, then each. Where the declared type has no order of its own
 * ({@code Set}, {@code HashSet}) elements are sorted by their bytes, so that equal sets give equal
 * bytes. Elements are not null.
 */
final class CollectionType<T, C extends Collection<T>> extends ValueType<C> {
  private final String name;
  private final ValueType<T> element;
  private final IntFunction<C> factory;
  private final boolean sortedByBytes;

  CollectionType(String name, ValueType<T> element, IntFunction<C> factory, boolean sortedByBytes) {
    this.name = name;
    this.element = element;
    this.factory = factory;
    this.sortedByBytes = sortedByBytes;
  }

  @Override
  WireSchema wire() {
    return new WireSchema.Generic(name, List.of(element.wire()));
  }

  @Override
  C defaultValue() {
    return factory.apply(0);
  }

  @Override
  @Nullable StateReader<C> readerOf(WireSchema written) {
    if (written instanceof WireSchema.Generic generic && generic.name().equals(name)) {
      StateReader<T> reader = element.readerOf(generic.arguments().get(0));
      return reader == null ? null : in -> readWith(reader, in);
    }
    return null;
  }

  @Override
  public void write(C values, DataOutput out) throws IOException {
    Wire.writeLength(values.size(), out);
    if (sortedByBytes) {
      for (byte[] bytes : sorted(values)) {
        out.write(bytes);
      }
    } else {
      for (T value : values) {
        element.write(value, out);
      }
    }
  }

  private List<byte[]> sorted(C values) throws IOException {
    List<byte[]> encoded = new ArrayList<>(values.size());
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    for (T value : values) {
      buffer.reset();
      element.write(value, new DataOutputStream(buffer));
      encoded.add(buffer.toByteArray());
    }
    encoded.sort(Arrays::compareUnsigned);
    return encoded;
  }

  @Override
  public C read(DataInput in) throws IOException {
    return readWith(element::read, in);
  }

  private C readWith(StateReader<T> reader, DataInput in) throws IOException {
    int size = Wire.readLength(in);
    C values = factory.apply(Math.min(size, 1 << 16));
    for (int i = 0; i < size; i++) {
      values.add(reader.read(in));
    }
    return values;
  }

  /** Whoever holds a collection may change it. */
  @Override
  public boolean atomic() {
    return false;
  }
}
