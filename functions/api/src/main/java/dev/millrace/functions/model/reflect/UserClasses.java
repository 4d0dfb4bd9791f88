package dev.millrace.functions.model.reflect;

import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.model.AnnotationModel;
import dev.millrace.functions.model.ClassModel;
import dev.millrace.functions.model.ClassModel.ClassKind;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.functions.model.MemberModel.MemberKind;
import dev.millrace.functions.model.MemberModel.Modifiers;
import dev.millrace.functions.state.StoredAs;
import dev.millrace.functions.state.TypeRef;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes the classes that a function's types lead to. */
final class UserClasses {
  private static final String API = StreamFunction.class.getPackageName();

  private final ClassLoader loader;
  private final Map<String, ClassModel> models = new LinkedHashMap<>();

  UserClasses(ClassLoader loader) {
    this.loader = loader;
  }

  Map<String, ClassModel> models() {
    return models;
  }

  /** The event's class, and those of keys (which may be enums). */
  void addEvent(@Nullable TypeRef event, List<MemberModel> functionMethods) {
    List<MemberModel> members = new ArrayList<>(functionMethods);
    if (event != null) {
      ClassModel model = add(event.name());
      members.addAll(model == null ? List.of() : model.members());
    }
    for (MemberModel member : members) {
      if (member.annotation("Key") != null) {
        add(member.type().name());
      }
    }
  }

  /** The class of an accumulator, and all that its fields lead to. */
  void addState(@Nullable TypeRef type) {
    if (type != null) {
      addState(type, new LinkedHashSet<>());
    }
  }

  private void addState(TypeRef type, Set<String> seen) {
    for (TypeRef argument : type.arguments()) {
      addState(argument, seen);
    }
    ClassModel model = seen.add(type.name()) ? add(type.name()) : null;
    if (model != null) {
      for (MemberModel member : model.stateMembers()) {
        addState(member.type(), seen);
      }
    }
  }

  /** Adds a class; null if it is the JDK's, a primitive or an array. */
  private @Nullable ClassModel add(String name) {
    if (name.startsWith("java.") || name.indexOf('[') >= 0) {
      return null;
    }
    try {
      ClassModel model = describeClass(Class.forName(name, false, loader));
      models.put(name, model);
      return model;
    } catch (ClassNotFoundException e) {
      return null; // a primitive
    }
  }

  private static ClassModel describeClass(Class<?> type) {
    List<String> constants = new ArrayList<>();
    if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        constants.add(((Enum<?>) constant).name());
      }
    }
    StoredAs storedAs = type.getAnnotation(StoredAs.class);
    return new ClassModel(
        type.getName(),
        kind(type),
        members(type),
        hasPlainConstructor(type),
        constants,
        storedAs == null ? null : storedAs.value().getName());
  }

  private static ClassKind kind(Class<?> type) {
    if (type.isRecord()) {
      return ClassKind.RECORD;
    }
    if (type.isEnum()) {
      return ClassKind.ENUM;
    }
    return type.isInterface() ? ClassKind.INTERFACE : ClassKind.CLASS;
  }

  private static List<MemberModel> members(Class<?> type) {
    List<MemberModel> members = new ArrayList<>();
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        members.add(
            new MemberModel(
                type.getName(),
                component.getName(),
                MemberKind.COMPONENT,
                TypeArguments.refOrRaw(component.getGenericType(), component.getType()),
                List.of(),
                annotations(component),
                Modifiers.NONE));
      }
    } else if (!type.isEnum()) {
      for (Class<?> level : hierarchy(type)) {
        Arrays.stream(level.getDeclaredFields())
            .filter(field -> !field.isSynthetic())
            .sorted(Comparator.comparing(Field::getName))
            .forEach(field -> members.add(field(field)));
      }
    }
    members.addAll(annotatedMethods(type));
    return members;
  }

  private static MemberModel field(Field field) {
    return new MemberModel(
        field.getDeclaringClass().getName(),
        field.getName(),
        MemberKind.FIELD,
        TypeArguments.refOrRaw(field.getGenericType(), field.getType()),
        List.of(),
        annotations(field),
        modifiers(field));
  }

  /** Methods with an annotation of this API, of the class and all its supertypes. */
  static List<MemberModel> annotatedMethods(Class<?> type) {
    List<MemberModel> methods = new ArrayList<>();
    for (Class<?> level : hierarchy(type)) {
      Arrays.stream(level.getDeclaredMethods())
          .filter(method -> !method.isBridge() && !annotations(method).isEmpty())
          .sorted(Comparator.comparing(Method::getName))
          .forEach(method -> methods.add(method(method)));
    }
    return methods;
  }

  private static MemberModel method(Method method) {
    List<TypeRef> parameters = new ArrayList<>();
    for (Class<?> parameter : method.getParameterTypes()) {
      parameters.add(TypeRef.of(parameter));
    }
    return new MemberModel(
        method.getDeclaringClass().getName(),
        method.getName(),
        MemberKind.METHOD,
        TypeArguments.refOrRaw(method.getGenericReturnType(), method.getReturnType()),
        parameters,
        annotations(method),
        modifiers(method));
  }

  private static Modifiers modifiers(Member member) {
    int bits = member.getModifiers();
    return new Modifiers(
        Modifier.isPrivate(bits),
        Modifier.isStatic(bits),
        Modifier.isFinal(bits),
        member instanceof Field && Modifier.isTransient(bits));
  }

  private static Set<Class<?>> hierarchy(Class<?> type) {
    Set<Class<?>> levels = new LinkedHashSet<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      levels.add(c);
    }
    for (Class<?> level : List.copyOf(levels)) {
      addInterfaces(level, levels);
    }
    return levels;
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> levels) {
    for (Class<?> parent : type.getInterfaces()) {
      levels.add(parent);
      addInterfaces(parent, levels);
    }
  }

  static boolean hasPlainConstructor(Class<?> type) {
    if (Modifier.isAbstract(type.getModifiers()) || type.isInterface()) {
      return false;
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 0) {
        return !Modifier.isPrivate(constructor.getModifiers());
      }
    }
    return false;
  }

  static List<AnnotationModel> annotations(AnnotatedElement element) {
    List<AnnotationModel> found = new ArrayList<>();
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      if (annotation.annotationType().getPackageName().equals(API)) {
        found.add(annotation(annotation));
      }
    }
    return found;
  }

  private static AnnotationModel annotation(Annotation annotation) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Method attribute : annotation.annotationType().getDeclaredMethods()) {
      Object value = Access.invoke(attribute, annotation);
      values.put(
          attribute.getName(),
          value instanceof Enum<?> constant ? constant.name() : String.valueOf(value));
    }
    return new AnnotationModel(annotation.annotationType().getSimpleName(), values);
  }
}
