package dev.millrace.functions.model.reflect;

import dev.millrace.functions.state.TypeRef;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves the type arguments that a class gives to a generic supertype. */
public final class TypeArguments {

  private TypeArguments() {}

  /**
   * The arguments of a supertype as a class gives them; a type variable where it leaves one open.
   *
   * @throws IllegalArgumentException if it is no supertype
   */
  public static Type[] of(Class<?> type, Class<?> supertype) {
    Type[] found = find(type, supertype, Map.of());
    if (found == null) {
      throw new IllegalArgumentException(
          "Expected a subtype, but it is none: type="
              + type.getName()
              + ", supertype="
              + supertype.getName()
              + ".");
    }
    return found;
  }

  private static Type @Nullable [] find(
      Class<?> type, Class<?> supertype, Map<TypeVariable<?>, Type> bindings) {
    if (type == supertype) {
      TypeVariable<?>[] parameters = type.getTypeParameters();
      Type[] arguments = new Type[parameters.length];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = bindings.getOrDefault(parameters[i], parameters[i]);
      }
      return arguments;
    }
    List<Type> parents = new ArrayList<>(List.of(type.getGenericInterfaces()));
    if (type.getGenericSuperclass() != null) {
      parents.add(type.getGenericSuperclass());
    }
    for (Type parent : parents) {
      Type[] found = findIn(parent, supertype, bindings);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static Type @Nullable [] findIn(
      Type parent, Class<?> supertype, Map<TypeVariable<?>, Type> bindings) {
    if (parent instanceof Class<?> raw) {
      return supertype.isAssignableFrom(raw) ? find(raw, supertype, Map.of()) : null;
    }
    if (parent instanceof ParameterizedType generic
        && generic.getRawType() instanceof Class<?> raw
        && supertype.isAssignableFrom(raw)) {
      Map<TypeVariable<?>, Type> next = new HashMap<>();
      Type[] arguments = generic.getActualTypeArguments();
      for (int i = 0; i < arguments.length; i++) {
        Type argument = arguments[i];
        next.put(
            raw.getTypeParameters()[i],
            argument instanceof TypeVariable<?> v ? bindings.getOrDefault(v, v) : argument);
      }
      return find(raw, supertype, next);
    }
    return null;
  }

  /** The type by name; null if a type variable or a wildcard is in it. */
  static @Nullable TypeRef ref(Type type) {
    if (type instanceof Class<?> plain) {
      return TypeRef.of(plain);
    }
    if (!(type instanceof ParameterizedType generic)) {
      return null;
    }
    List<TypeRef> arguments = new ArrayList<>();
    for (Type argument : generic.getActualTypeArguments()) {
      TypeRef ref = ref(argument);
      if (ref == null) {
        return null;
      }
      arguments.add(ref);
    }
    return new TypeRef(((Class<?>) generic.getRawType()).getName(), arguments);
  }

  /** As {@link #ref}, or the class without arguments. */
  static TypeRef refOrRaw(Type type, Class<?> raw) {
    TypeRef ref = ref(type);
    return ref == null ? TypeRef.of(raw) : ref;
  }
}
