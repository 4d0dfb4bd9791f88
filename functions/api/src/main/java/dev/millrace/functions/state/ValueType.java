package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state type that can also stand inside another one. As an accumulator of its own a value without
 * fields is a schema with the one field {@code value}.
 */
abstract class ValueType<T> implements StateType<T> {
  static final String ONLY_FIELD = "value";

  /** Its place in the canonical text. */
  abstract WireSchema wire();

  /**
   * What a field of this type holds in state written before the field existed.
   *
   * @return zero, empty, or null
   */
  abstract @Nullable T defaultValue();

  /** A reader of values written as the other type, or null if they cannot be read. */
  @Nullable StateReader<T> readerOf(WireSchema written) {
    return written.layout().equals(wire().layout()) ? this::read : null;
  }

  @Override
  public StateSchema schema() {
    return new StateSchema(ONLY_FIELD, List.of(new StateSchema.Field(ONLY_FIELD, wire().text())));
  }

  @Override
  public StateReader<T> readerFor(StateSchema written) {
    List<StateSchema.Field> fields = written.fields();
    if (fields.size() == 1 && fields.get(0).name().equals(ONLY_FIELD)) {
      StateReader<T> reader = readerOf(WireSchema.parse(fields.get(0).type()));
      if (reader != null) {
        return reader;
      }
    }
    throw incompatible(schema(), written);
  }

  static IncompatibleStateException incompatible(StateSchema present, StateSchema written) {
    return new IncompatibleStateException(
        "Expected state that the present class can read, but it was written with another schema:"
            + " written="
            + written.text()
            + ", present="
            + present.text()
            + ". Fields may be added and removed, integers and floats widened; one that is gone"
            + " while another of its type is new may have been renamed: keep its name, or remove"
            + " it with this version and add the other with the next. For other changes give the"
            + " function a new name, or restore the class.");
  }

  /** A type as a value type; one that is foreign is taken as a structure of its fields. */
  static <T> ValueType<T> of(StateType<T> type) {
    return type instanceof ValueType<T> value ? value : new ForeignType<>(type);
  }

  /** A type written by a user. */
  private static final class ForeignType<T> extends ValueType<T> {
    private final StateType<T> type;

    ForeignType(StateType<T> type) {
      this.type = type;
    }

    @Override
    WireSchema wire() {
      return WireSchema.Struct.of(type.schema());
    }

    @Override
    @Nullable T defaultValue() {
      return null;
    }

    @Override
    @Nullable StateReader<T> readerOf(WireSchema written) {
      if (!(written instanceof WireSchema.Struct struct)) {
        return null;
      }
      try {
        return type.readerFor(struct.toStateSchema());
      } catch (IncompatibleStateException e) {
        return null;
      }
    }

    @Override
    public StateSchema schema() {
      return type.schema();
    }

    @Override
    public StateReader<T> readerFor(StateSchema written) {
      return type.readerFor(written);
    }

    @Override
    public void write(T value, java.io.DataOutput out) throws IOException {
      type.write(value, out);
    }

    @Override
    public T read(DataInput in) throws IOException {
      return type.read(in);
    }

    @Override
    public boolean atomic() {
      return type.atomic();
    }
  }
}
