package dev.millrace.functions.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the state type of a type from the parts it is made of. */
final class Derivation {
  private static final Set<String> PRIMITIVES =
      Set.of("boolean", "byte", "char", "short", "int", "long", "float", "double");

  private final StateShapes shapes;

  /** The fields on the way to the present type, outermost first: for messages and recursion. */
  private final Deque<String> path = new ArrayDeque<>();

  private final Deque<String> classes = new ArrayDeque<>();

  Derivation(StateShapes shapes) {
    this.shapes = shapes;
  }

  ValueType<?> derive(TypeRef type) {
    ValueType<?> scalar = Scalars.ofClass(type.name());
    if (scalar != null) {
      return scalar;
    }
    StateType<?> own = shapes.ownType(type.name());
    if (own != null) {
      return ValueType.of(own);
    }
    List<? extends Enum<?>> constants = shapes.constants(type.name());
    if (constants != null) {
      return new EnumType<>(constants);
    }
    ValueType<?> container = container(type);
    if (container != null) {
      return container;
    }
    RecordShape<?> shape = shapes.shape(type.name());
    if (shape == null) {
      throw unsupported(type, "it is no type that can be stored");
    }
    return struct(type, shape);
  }

  private @Nullable ValueType<?> container(TypeRef type) {
    if (StateTypes.collection(type.name(), Scalars.LONG) != null) {
      requireArguments(type, 1);
      if (type.name().endsWith("Set")) {
        requireEquality(type.arguments().get(0));
      }
      return StateTypes.collection(type.name(), part(type.arguments().get(0), "[]"));
    }
    if (StateTypes.map(type.name(), Scalars.LONG, Scalars.LONG) != null) {
      requireArguments(type, 2);
      requireEquality(type.arguments().get(0));
      return StateTypes.map(
          type.name(),
          part(type.arguments().get(0), "[key]"),
          part(type.arguments().get(1), "[value]"));
    }
    return null;
  }

  private void requireArguments(TypeRef type, int count) {
    if (type.arguments().size() != count) {
      throw unsupported(type, "its element type is not known");
    }
  }

  private void requireEquality(TypeRef element) {
    if (element.name().endsWith("[]")) {
      throw unsupported(element, "arrays have no equality, so they cannot be keys or in sets");
    }
  }

  private ValueType<?> part(TypeRef type, String step) {
    path.addLast(step);
    ValueType<?> part = derive(type);
    path.removeLast();
    return part;
  }

  private <T> ValueType<T> struct(TypeRef type, RecordShape<T> shape) {
    if (classes.contains(type.name())) {
      throw unsupported(type, "it contains itself");
    }
    classes.addLast(type.name());
    List<StructType.FieldType<T, ?>> fields = new ArrayList<>();
    boolean atomic = shape.isRecord();
    for (int i = 0; i < shape.fields().size(); i++) {
      RecordShape.Field field = shape.fields().get(i);
      ValueType<?> fieldType = part(field.type(), "." + field.name());
      atomic &= fieldType.atomic();
      fields.add(field(shape, i, field, fieldType));
    }
    classes.removeLast();
    return new StructType<>(simpleName(type.name()), fields, shape::create, atomic);
  }

  @SuppressWarnings("unchecked") // the shape reads what it declares
  private static <T, F> StructType.FieldType<T, ?> field(
      RecordShape<T> shape, int index, RecordShape.Field field, ValueType<F> type) {
    if (PRIMITIVES.contains(field.type().name())) {
      return new StructType.FieldType<>(
          field.name(), type, object -> (F) shape.read(object, index));
    }
    return new StructType.FieldType<T, @Nullable F>(
        field.name(), new NullableType<>(type), object -> (F) shape.read(object, index));
  }

  private static String simpleName(String className) {
    return className.substring(
        Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
  }

  private UnsupportedStateException unsupported(TypeRef type, String seen) {
    return new UnsupportedStateException(
        "Expected a type that can be kept in state, but "
            + seen
            + ": type="
            + type
            + (path.isEmpty() ? "" : ", at=" + String.join("", path).replaceFirst("^\\.", ""))
            + ". Use primitives and their boxes, String, byte[], BigDecimal, BigInteger, Instant,"
            + " LocalDate, Duration, UUID, enums, List, Set, Map, records and classes of these, or"
            + " annotate the class with @StoredAs.");
  }
}
