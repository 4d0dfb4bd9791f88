package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A value or null: a byte 0 for null, 1 and the value otherwise. Reads what was not nullable. */
@SuppressWarnings("NullAway") // T is the nullable type here; the checker cannot follow that
final class NullableType<T> extends ValueType<@Nullable T> {
  private final ValueType<T> inner;

  NullableType(ValueType<T> inner) {
    this.inner = inner;
  }

  @Override
  WireSchema wire() {
    return new WireSchema.Optional(inner.wire());
  }

  /** Null, but empty for a collection: a class that adds a list means to add to it. */
  @Override
  @Nullable T defaultValue() {
    return inner instanceof CollectionType<?, ?> ? inner.defaultValue() : null;
  }

  @Override
  @Nullable StateReader<@Nullable T> readerOf(WireSchema written) {
    if (written instanceof WireSchema.Optional optional) {
      StateReader<T> reader = inner.readerOf(optional.inner());
      return reader == null ? null : in -> in.readBoolean() ? reader.read(in) : null;
    }
    return inner.readerOf(written);
  }

  @Override
  public void write(@Nullable T value, DataOutput out) throws IOException {
    out.writeBoolean(value != null);
    if (value != null) {
      inner.write(value, out);
    }
  }

  @Override
  public @Nullable T read(DataInput in) throws IOException {
    return in.readBoolean() ? inner.read(in) : null;
  }

  @Override
  public boolean atomic() {
    return inner.atomic();
  }
}
