package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value without parts: a number, a text, an instant. */
final class ScalarType<T> extends ValueType<T> {
  private final String name;
  private final Writer<T> writer;
  private final StateReader<T> reader;
  private final @Nullable T defaultValue;
  private final boolean atomic;
  private final Map<String, StateReader<T>> widening;

  /** Writes a value. */
  @FunctionalInterface
  interface Writer<T> {
    void write(T value, DataOutput out) throws IOException;
  }

  ScalarType(
      String name,
      Writer<T> writer,
      StateReader<T> reader,
      @Nullable T defaultValue,
      Map<String, StateReader<T>> widening) {
    this(name, writer, reader, defaultValue, widening, true);
  }

  private ScalarType(
      String name,
      Writer<T> writer,
      StateReader<T> reader,
      @Nullable T defaultValue,
      Map<String, StateReader<T>> widening,
      boolean atomic) {
    this.name = name;
    this.writer = writer;
    this.reader = reader;
    this.defaultValue = defaultValue;
    this.widening = widening;
    this.atomic = atomic;
  }

  /** The same type for values that can be changed in place, as arrays. */
  ScalarType<T> mutable() {
    return new ScalarType<>(name, writer, reader, defaultValue, widening, false);
  }

  @Override
  WireSchema wire() {
    return new WireSchema.Scalar(name);
  }

  @Override
  @Nullable T defaultValue() {
    return defaultValue;
  }

  @Override
  @Nullable StateReader<T> readerOf(WireSchema written) {
    if (written.layout().equals(name)) {
      return reader;
    }
    return widening.get(written.layout());
  }

  @Override
  public void write(T value, DataOutput out) throws IOException {
    writer.write(value, out);
  }

  @Override
  public T read(DataInput in) throws IOException {
    return reader.read(in);
  }

  @Override
  public boolean atomic() {
    return atomic;
  }
}
