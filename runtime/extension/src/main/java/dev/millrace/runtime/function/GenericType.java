package dev.millrace.runtime.function;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A class with type arguments, put together from class literals. */
public final class GenericType implements ParameterizedType {
  private final Class<?> raw;
  private final Type[] arguments;

  private GenericType(Class<?> raw, Type[] arguments) {
    this.raw = raw;
    this.arguments = arguments;
  }

  /** The class with the arguments, in order. */
  public static Type of(Class<?> raw, Type[] arguments) {
    return new GenericType(raw, arguments.clone());
  }

  @Override
  public Type[] getActualTypeArguments() {
    return arguments.clone();
  }

  @Override
  public Type getRawType() {
    return raw;
  }

  @Override
  public @Nullable Type getOwnerType() {
    return raw.getDeclaringClass();
  }

  /** Equal to the JDK's own, as the contract of {@link ParameterizedType} demands. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ParameterizedType type
        && raw.equals(type.getRawType())
        && Objects.equals(getOwnerType(), type.getOwnerType())
        && Arrays.equals(arguments, type.getActualTypeArguments());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(arguments) ^ Objects.hashCode(getOwnerType()) ^ raw.hashCode();
  }

  @Override
  public String toString() {
    return raw.getName()
        + Stream.of(arguments).map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
  }
}
