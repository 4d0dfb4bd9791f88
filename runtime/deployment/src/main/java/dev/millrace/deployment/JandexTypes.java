package dev.millrace.deployment;

import dev.millrace.functions.state.TypeRef;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.Type;
import org.jspecify.annotations.Nullable;

/** Types of the index as types by name. */
final class JandexTypes {
  private JandexTypes() {}

  /** The type; null if a type variable, a wildcard or a generic array is in it. */
  static @Nullable TypeRef ref(Type type) {
    return switch (type.kind()) {
      case CLASS, PRIMITIVE, VOID -> TypeRef.of(type.name().toString());
      case ARRAY -> array(type);
      case PARAMETERIZED_TYPE -> generic(type);
      case TYPE_VARIABLE, UNRESOLVED_TYPE_VARIABLE, TYPE_VARIABLE_REFERENCE, WILDCARD_TYPE -> null;
    };
  }

  /** As {@link #ref}, or the erased class without arguments. */
  static TypeRef refOrRaw(Type type) {
    TypeRef ref = ref(type);
    if (ref != null) {
      return ref;
    }
    return type.kind() == Type.Kind.ARRAY
        ? TypeRef.of(refOrRaw(type.asArrayType().componentType()).name() + "[]")
        : TypeRef.of(type.name().toString());
  }

  private static @Nullable TypeRef array(Type type) {
    Type component = type.asArrayType().componentType();
    boolean isPlain =
        component.kind() == Type.Kind.CLASS || component.kind() == Type.Kind.PRIMITIVE;
    return isPlain ? TypeRef.of(component.name() + "[]") : null;
  }

  private static @Nullable TypeRef generic(Type type) {
    List<TypeRef> arguments = new ArrayList<>();
    for (Type argument : type.asParameterizedType().arguments()) {
      TypeRef ref = ref(argument);
      if (ref == null) {
        return null;
      }
      arguments.add(ref);
    }
    return new TypeRef(type.name().toString(), arguments);
  }
}
