package dev.millrace.functions.model.reflect;

import dev.millrace.functions.state.RecordShape;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record by its canonical constructor and accessors. */
record RecordAccess<T>(
    String className, List<Field> fields, Constructor<T> constructor, List<Method> accessors)
    implements RecordShape<T> {

  static <T> RecordAccess<T> of(Class<T> type) {
    List<Field> fields = new ArrayList<>();
    List<Method> accessors = new ArrayList<>();
    List<Class<?>> parameters = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      fields.add(
          new Field(
              component.getName(),
              TypeArguments.refOrRaw(component.getGenericType(), component.getType())));
      component.getAccessor().setAccessible(true);
      accessors.add(component.getAccessor());
      parameters.add(component.getType());
    }
    try {
      Constructor<T> constructor = type.getDeclaredConstructor(parameters.toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return new RecordAccess<>(type.getName(), fields, constructor, accessors);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("Expected a canonical constructor of " + type + ".", e);
    }
  }

  @Override
  public T create(@Nullable Object[] values) {
    return Access.create(constructor, values);
  }

  @Override
  public @Nullable Object read(T object, int index) {
    return Access.invoke(accessors.get(index), object);
  }

  @Override
  public boolean isRecord() {
    return true;
  }
}
