package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads past values of a field that no longer exists, by their schema alone. */
final class Skipping {

  private Skipping() {}

  /** A reader whose value is of no use; null if the schema names a type unknown here. */
  static @Nullable StateReader<?> of(WireSchema written) {
    if (written instanceof WireSchema.Scalar scalar) {
      ScalarType<?> type = Scalars.ofName(scalar.name());
      return type == null ? null : type::read;
    }
    if (written instanceof WireSchema.Constants) {
      return Wire::readLength;
    }
    if (written instanceof WireSchema.Optional optional) {
      StateReader<?> inner = of(optional.inner());
      return inner == null ? null : in -> in.readBoolean() ? inner.read(in) : false;
    }
    if (written instanceof WireSchema.Generic generic) {
      List<StateReader<?>> parts = all(generic.arguments());
      return parts == null ? null : in -> skip(parts, Wire.readLength(in), in);
    }
    WireSchema.Struct struct = (WireSchema.Struct) written;
    List<StateReader<?>> parts =
        all(struct.members().stream().map(WireSchema.Member::type).toList());
    return parts == null ? null : in -> skip(parts, 1, in);
  }

  private static @Nullable List<StateReader<?>> all(List<WireSchema> types) {
    List<StateReader<?>> readers = new ArrayList<>();
    for (WireSchema type : types) {
      StateReader<?> reader = of(type);
      if (reader == null) {
        return null;
      }
      readers.add(reader);
    }
    return readers;
  }

  private static boolean skip(List<StateReader<?>> parts, int times, DataInput in)
      throws IOException {
    for (int i = 0; i < times; i++) {
      for (StateReader<?> part : parts) {
        part.read(in);
      }
    }
    return true;
  }
}
