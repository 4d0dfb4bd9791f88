package dev.millrace.json.declarative;

import static java.util.Objects.requireNonNull;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A record of texts, whole numbers and truth values whose JSON is what its components say, and
 * nothing else: it has one constructor, no getters beside its accessors, no interface that could
 * bring some, and no annotation that Jackson may heed, as only Millrace's own are there.
 *
 * @param <E> the record
 * @param constructor may be called
 * @param accessors may be called; in the order of the constructor's parameters
 */
record FlatRecord<E>(Constructor<E> constructor, List<Method> accessors) {
  private static final Map<Class<?>, Class<?>> BOXED =
      Map.of(
          String.class, String.class,
          long.class, Long.class,
          Long.class, Long.class,
          int.class, Integer.class,
          Integer.class, Integer.class,
          boolean.class, Boolean.class,
          Boolean.class, Boolean.class);

  /** The type as such a record; null if it is none, or is closed to others. */
  @SuppressWarnings("unchecked") // the only constructor of the class
  static <E> @Nullable FlatRecord<E> of(Type type) {
    if (!(type instanceof Class<?> raw) || !isFlat(raw)) {
      return null;
    }
    Constructor<E> constructor = (Constructor<E>) raw.getDeclaredConstructors()[0];
    List<Method> accessors =
        Stream.of(raw.getRecordComponents()).map(RecordComponent::getAccessor).toList();
    boolean isOpen =
        constructor.trySetAccessible() && accessors.stream().allMatch(Method::trySetAccessible);
    return isOpen ? new FlatRecord<>(constructor, accessors) : null;
  }

  /** What a value of a component is when it is an object. */
  Class<?> boxed(int component) {
    return requireNonNull(BOXED.get(accessors.get(component).getReturnType()));
  }

  private static boolean isFlat(Class<?> type) {
    if (!type.isRecord()
        || type.getInterfaces().length > 0
        || type.getDeclaredConstructors().length != 1) {
      return false;
    }
    RecordComponent[] components = type.getRecordComponents();
    return components.length > 0
        && components.length <= JsonEvent.MOST_MARKED
        && Stream.of(components).allMatch(c -> BOXED.containsKey(c.getType()))
        && Stream.of(type.getDeclaredMethods()).noneMatch(FlatRecord::isProperty)
        && members(type).noneMatch(FlatRecord::isForeign);
  }

  private static Stream<AnnotatedElement> members(Class<?> type) {
    return Stream.of(
            Stream.of(type),
            Stream.of(type.getRecordComponents()),
            Stream.of(type.getDeclaredConstructors()),
            Stream.of(type.getDeclaredConstructors()[0].getParameters()),
            Stream.of(type.getDeclaredMethods()),
            Stream.of(type.getDeclaredFields()))
        .flatMap(elements -> elements);
  }

  /** Whether it may be a property of its own, by its name. */
  private static boolean isProperty(Method method) {
    return !Modifier.isStatic(method.getModifiers()) && method.getName().matches("(get|is|set).+");
  }

  private static boolean isForeign(AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      if (!annotation.annotationType().getName().startsWith("dev.millrace.functions.")) {
        return true;
      }
    }
    return false;
  }
}
