package dev.millrace.functions.model.reflect;

import dev.millrace.functions.model.Accessor;
import dev.millrace.functions.model.MemberModel;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reflective calls whose only checked outcome is what the called code throws. */
public final class Access {

  private Access() {}

  /** Reads one value of an event. */
  @FunctionalInterface
  public interface Reader {
    @Nullable Object read(Object event);
  }

  /** How an accessor of a model is read, given the function instance that it may be a method of. */
  public static Reader reader(Accessor accessor, Object function) {
    MemberModel member = accessor.member();
    Class<?> owner = load(member.declaringClass(), function.getClass().getClassLoader());
    if (accessor.onFunction()) {
      Method method = method(owner, member);
      return event -> invoke(method, function, event);
    }
    if (member.kind() == MemberModel.MemberKind.FIELD) {
      Field field = field(owner, member.name());
      return event -> read(field, event);
    }
    Method method = method(owner, member);
    return event -> invoke(method, event);
  }

  /** An instance by the constructor without parameters. */
  public static <T> T instance(Class<T> type) {
    try {
      Constructor<T> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return create(constructor);
    } catch (NoSuchMethodException e) {
      throw inaccessible(type.getName(), e);
    }
  }

  static <T> T create(Constructor<T> constructor, @Nullable Object... arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw thrown(e);
    } catch (ReflectiveOperationException e) {
      throw inaccessible(constructor.toString(), e);
    }
  }

  static @Nullable Object invoke(Method method, Object target, @Nullable Object... arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw thrown(e);
    } catch (IllegalAccessException e) {
      throw inaccessible(method.toString(), e);
    }
  }

  static @Nullable Object read(Field field, Object target) {
    try {
      return field.get(target);
    } catch (IllegalAccessException e) {
      throw inaccessible(field.toString(), e);
    }
  }

  static void write(Field field, Object target, @Nullable Object value) {
    try {
      field.set(target, value);
    } catch (IllegalAccessException e) {
      throw inaccessible(field.toString(), e);
    }
  }

  static Field field(Class<?> type, String name) {
    for (Class<?> level = type; level != null; level = level.getSuperclass()) {
      for (Field field : level.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw missing(type, name);
  }

  static Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw inaccessible(name, e);
    }
  }

  private static Method method(Class<?> type, MemberModel member) {
    List<String> parameters = member.parameters().stream().map(p -> p.name()).toList();
    for (Method method : type.getDeclaredMethods()) {
      boolean same =
          method.getName().equals(member.name())
              && !method.isBridge()
              && parameters.size() == method.getParameterCount()
              && (parameters.isEmpty()
                  || method.getParameterTypes()[0].getName().equals(parameters.get(0)));
      if (same) {
        method.setAccessible(true);
        return method;
      }
    }
    throw missing(type, member.name());
  }

  private static IllegalArgumentException missing(Class<?> type, String name) {
    return new IllegalArgumentException(
        "Expected a member of the model to be in the class, but it is not: class="
            + type.getName()
            + ", member="
            + name
            + ".");
  }

  private static IllegalStateException inaccessible(String what, Exception cause) {
    return new IllegalStateException(
        "Expected reflection to reach what the model names, but it does not: " + what + ".", cause);
  }

  private static RuntimeException thrown(InvocationTargetException e) {
    if (e.getCause() instanceof RuntimeException unchecked) {
      return unchecked;
    }
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(
        "Expected user code to throw unchecked exceptions only, but it threw a checked one.",
        e.getCause());
  }
}
