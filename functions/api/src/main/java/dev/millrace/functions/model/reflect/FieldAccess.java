package dev.millrace.functions.model.reflect;

import dev.millrace.functions.state.RecordShape;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class by its constructor without parameters and its instance fields. */
record FieldAccess<T>(Class<T> type, List<Field> fields, List<java.lang.reflect.Field> members)
    implements RecordShape<T> {

  static <T> FieldAccess<T> of(Class<T> type) {
    List<java.lang.reflect.Field> members = new ArrayList<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (java.lang.reflect.Field field : c.getDeclaredFields()) {
        int bits = field.getModifiers();
        if (!Modifier.isStatic(bits) && !Modifier.isTransient(bits) && !field.isSynthetic()) {
          field.setAccessible(true);
          members.add(field);
        }
      }
    }
    members.sort(Comparator.comparing(java.lang.reflect.Field::getName));
    List<Field> fields =
        members.stream()
            .map(
                member ->
                    new Field(
                        member.getName(),
                        TypeArguments.refOrRaw(member.getGenericType(), member.getType())))
            .toList();
    return new FieldAccess<>(type, fields, members);
  }

  @Override
  public String className() {
    return type.getName();
  }

  @Override
  public T create(@Nullable Object[] values) {
    T object = Access.instance(type);
    for (int i = 0; i < values.length; i++) {
      Access.write(members.get(i), object, values[i]);
    }
    return object;
  }

  @Override
  public @Nullable Object read(T object, int index) {
    return Access.read(members.get(index), object);
  }

  @Override
  public boolean isRecord() {
    return false;
  }
}
