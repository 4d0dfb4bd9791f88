package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An enum, written as the index among the constants that the schema names. */
final class EnumType<T extends Enum<?>> extends ValueType<T> {
  private final List<T> constants;

  EnumType(List<T> constants) {
    this.constants = List.copyOf(constants);
  }

  @Override
  WireSchema wire() {
    List<String> names = new ArrayList<>();
    for (T constant : constants) {
      names.add(constant.name());
    }
    return new WireSchema.Constants(names);
  }

  @Override
  @Nullable T defaultValue() {
    return null;
  }

  /** Constants are matched by name; one that is gone cannot be read. */
  @Override
  @Nullable StateReader<T> readerOf(WireSchema written) {
    if (!(written instanceof WireSchema.Constants old)) {
      return null;
    }
    List<T> mapped = new ArrayList<>();
    for (String name : old.names()) {
      T constant = named(name);
      if (constant == null) {
        return null;
      }
      mapped.add(constant);
    }
    return in -> mapped.get(Wire.readLength(in));
  }

  private @Nullable T named(String name) {
    for (T constant : constants) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    return null;
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // an index into the constants that the schema names
  public void write(T value, DataOutput out) throws IOException {
    Wire.writeLength(value.ordinal(), out);
  }

  @Override
  public T read(DataInput in) throws IOException {
    return constants.get(Wire.readLength(in));
  }

  @Override
  public boolean atomic() {
    return true;
  }
}
