package dev.millrace.functions.model.reflect;

import dev.millrace.functions.state.RecordShape;
import dev.millrace.functions.state.StateShapes;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StoredAs;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Access to accumulators by reflection. */
public final class ReflectiveShapes implements StateShapes {
  private final ClassLoader loader;

  public ReflectiveShapes(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public @Nullable RecordShape<?> shape(String className) {
    Class<?> type = user(className);
    if (type == null
        || type.isEnum()
        || type.isInterface()
        || Modifier.isAbstract(type.getModifiers())) {
      return null;
    }
    return type.isRecord() ? RecordAccess.of(type) : FieldAccess.of(type);
  }

  @Override
  public @Nullable List<? extends Enum<?>> constants(String className) {
    Class<?> type = user(className);
    if (type == null || !type.isEnum()) {
      return null;
    }
    List<Enum<?>> constants = new ArrayList<>();
    for (Object constant : type.getEnumConstants()) {
      constants.add((Enum<?>) constant);
    }
    return constants;
  }

  @Override
  public @Nullable StateType<?> ownType(String className) {
    Class<?> type = user(className);
    StoredAs storedAs = type == null ? null : type.getAnnotation(StoredAs.class);
    return storedAs == null ? null : Access.instance(storedAs.value());
  }

  private @Nullable Class<?> user(String className) {
    if (className.startsWith("java.") || className.indexOf('[') >= 0) {
      return null;
    }
    try {
      return Class.forName(className, false, loader);
    } catch (ClassNotFoundException e) {
      return null; // a primitive or an array
    }
  }
}
