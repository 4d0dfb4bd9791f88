package dev.millrace.runtime.function;

import dev.millrace.functions.state.RecordShape;
import dev.millrace.functions.state.StateShapes;
import dev.millrace.functions.state.StateType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The classes that an accumulator is made of, as generated code adds them. */
public final class GeneratedShapes implements StateShapes {
  private final Map<String, RecordShape<?>> shapes = new HashMap<>();
  private final Map<String, List<? extends Enum<?>>> enums = new HashMap<>();
  private final Map<String, StateType<?>> ownTypes = new HashMap<>();

  /** Adds a record or a class with fields. */
  public void addShape(String className, RecordShape<?> shape) {
    shapes.put(className, shape);
  }

  /** Adds an enum. */
  public void addEnum(String className, Enum<?>[] constants) {
    enums.put(className, List.of(constants));
  }

  /** Adds a class that brings its own state type. */
  public void addOwnType(String className, StateType<?> type) {
    ownTypes.put(className, type);
  }

  @Override
  public @Nullable RecordShape<?> shape(String className) {
    return shapes.get(className);
  }

  @Override
  public @Nullable List<? extends Enum<?>> constants(String className) {
    return enums.get(className);
  }

  @Override
  public @Nullable StateType<?> ownType(String className) {
    return ownTypes.get(className);
  }
}
