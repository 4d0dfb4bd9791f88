package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An object of named fields, written one after the other without tags; the schema names them. */
final class StructType<T> extends ValueType<T> {
  private final String name;
  private final List<FieldType<T, ?>> fields;
  private final Function<@Nullable Object[], T> create;
  private final boolean atomic;

  StructType(
      String name,
      List<FieldType<T, ?>> fields,
      Function<@Nullable Object[], T> create,
      boolean atomic) {
    this.name = name;
    this.fields = List.copyOf(fields);
    this.create = create;
    this.atomic = atomic;
  }

  /** A field: its name, its type, and how it is read from the object. */
  record FieldType<T, F>(String name, ValueType<F> type, Function<T, F> get) {
    void write(T object, DataOutput out) throws IOException {
      type.write(get.apply(object), out);
    }
  }

  /** One step of reading an older layout: where its value goes, or -1 to drop it. */
  private record Step(int target, StateReader<?> reader) {}

  @Override
  WireSchema wire() {
    List<WireSchema.Member> members = new ArrayList<>();
    for (FieldType<T, ?> field : fields) {
      members.add(new WireSchema.Member(field.name(), field.type().wire()));
    }
    return new WireSchema.Struct(name, members);
  }

  @Override
  public StateSchema schema() {
    return ((WireSchema.Struct) wire()).toStateSchema();
  }

  @Override
  @Nullable T defaultValue() {
    return null;
  }

  @Override
  public void write(T object, DataOutput out) throws IOException {
    // By number: an iterator per object would be most of what a checkpoint allocates.
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).write(object, out);
    }
  }

  @Override
  public T read(DataInput in) throws IOException {
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = fields.get(i).type().read(in);
    }
    return create.apply(values);
  }

  @Override
  public StateReader<T> readerFor(StateSchema written) {
    StateReader<T> reader = readerOf(WireSchema.Struct.of(written));
    if (reader == null) {
      throw incompatible(schema(), written);
    }
    return reader;
  }

  /**
   * By field name (rule T4): kept or widened, defaulted where new, skipped where gone; null also if
   * one may have been renamed.
   */
  @Override
  @Nullable StateReader<T> readerOf(WireSchema written) {
    if (!(written instanceof WireSchema.Struct old) || !meansTheSame(old)) {
      return null;
    }
    if (old.layout().equals(wire().layout())) {
      return this::read;
    }
    List<Step> steps = new ArrayList<>();
    List<WireSchema> gone = new ArrayList<>();
    Map<String, Integer> present = positions();
    for (WireSchema.Member member : old.members()) {
      Integer target = present.remove(member.name());
      StateReader<?> reader =
          target == null
              ? Skipping.of(member.type())
              : fields.get(target).type().readerOf(member.type());
      if (reader == null) {
        return null;
      }
      if (target == null) {
        gone.add(member.type());
      }
      steps.add(new Step(target == null ? -1 : target, reader));
    }
    List<Integer> added = List.copyOf(present.values());
    return mayBeRenamed(gone, added) ? null : in -> readSteps(steps, added, in);
  }

  /** Whether a field that is new could read what a field that is gone held. */
  private boolean mayBeRenamed(List<WireSchema> gone, List<Integer> added) {
    return gone.stream()
        .anyMatch(was -> added.stream().anyMatch(i -> fields.get(i).type().readerOf(was) != null));
  }

  /** Two sums and a minimum may look alike in bytes; nominal names keep them apart. */
  private boolean meansTheSame(WireSchema.Struct old) {
    WireSchema.Struct present = (WireSchema.Struct) wire();
    boolean isNominal = old.isNominal() || present.isNominal();
    return !isNominal || old.name().equals(name);
  }

  private Map<String, Integer> positions() {
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      positions.put(fields.get(i).name(), i);
    }
    return positions;
  }

  private T readSteps(List<Step> steps, List<Integer> added, DataInput in) throws IOException {
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    for (Step step : steps) {
      Object value = step.reader().read(in);
      if (step.target() >= 0) {
        values[step.target()] = value;
      }
    }
    for (int field : added) {
      values[field] = fields.get(field).type().defaultValue();
    }
    return create.apply(values);
  }

  @Override
  public boolean atomic() {
    return atomic;
  }
}
