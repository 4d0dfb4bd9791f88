package dev.millrace.deployment;

import dev.millrace.functions.model.ClassModel;
import dev.millrace.functions.model.ClassModel.ClassKind;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.functions.state.StoredAs;
import dev.millrace.functions.state.TypeRef;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.FieldInfo;
import org.jspecify.annotations.Nullable;

/** Describes the classes that a function's types lead to. */
final class JandexClasses {
  private static final DotName STORED_AS = DotName.createSimple(StoredAs.class);

  private final ClassHierarchy hierarchy;
  private final Map<String, ClassModel> models = new LinkedHashMap<>();

  JandexClasses(ClassHierarchy hierarchy) {
    this.hierarchy = hierarchy;
  }

  Map<String, ClassModel> models() {
    return models;
  }

  /** The event's class, and those of keys (which may be enums). */
  void addEvent(@Nullable TypeRef event, List<MemberModel> functionMethods) {
    List<MemberModel> members = new ArrayList<>(functionMethods);
    ClassModel model = event == null ? null : add(event.name());
    members.addAll(model == null ? List.of() : model.members());
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
      model.stateMembers().forEach(member -> addState(member.type(), seen));
    }
  }

  /** Adds a class; null if it is the JDK's, a primitive, an array or unknown. */
  private @Nullable ClassModel add(String name) {
    ClassInfo type = name.startsWith("java.") || name.endsWith("[]") ? null : hierarchy.find(name);
    if (type == null) {
      return null;
    }
    ClassModel model =
        new ClassModel(
            name,
            kind(type),
            JandexMembers.of(type, hierarchy.of(type)),
            hasPlainConstructor(type),
            constants(type),
            storedAs(type));
    models.put(name, model);
    return model;
  }

  /** Whether generated code of the same package can make an instance. */
  static boolean hasPlainConstructor(ClassInfo type) {
    if (type.isInterface() || type.isAbstract()) {
      return false;
    }
    // The descriptor also has what the compiler adds, as the outer instance of an inner class.
    return type.constructors().stream()
        .filter(constructor -> constructor.descriptorParametersCount() == 0)
        .anyMatch(constructor -> !Modifier.isPrivate(constructor.flags()));
  }

  private static ClassKind kind(ClassInfo type) {
    if (type.isRecord()) {
      return ClassKind.RECORD;
    }
    if (type.isEnum()) {
      return ClassKind.ENUM;
    }
    return type.isInterface() ? ClassKind.INTERFACE : ClassKind.CLASS;
  }

  private static List<String> constants(ClassInfo type) {
    return type.isEnum() ? type.enumConstants().stream().map(FieldInfo::name).toList() : List.of();
  }

  private static @Nullable String storedAs(ClassInfo type) {
    AnnotationInstance annotation = type.declaredAnnotation(STORED_AS);
    return annotation == null ? null : annotation.value().asClass().name().toString();
  }
}
