package dev.millrace.deployment;

import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.model.AnnotationModel;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.functions.model.MemberModel.MemberKind;
import dev.millrace.functions.model.MemberModel.Modifiers;
import dev.millrace.functions.state.TypeRef;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.RecordComponentInfo;

/** Members of indexed classes as the function model wants them. */
final class JandexMembers {
  private static final String API = StreamFunction.class.getPackageName();

  private JandexMembers() {}

  /** A record's components, or the fields of a class and its superclasses; and methods of note. */
  static List<MemberModel> of(ClassInfo type, List<ClassInfo> hierarchy) {
    List<MemberModel> members = new ArrayList<>();
    if (type.isRecord()) {
      type.recordComponentsInDeclarationOrder()
          .forEach(component -> members.add(component(component)));
    } else if (!type.isEnum()) {
      for (ClassInfo level : hierarchy) {
        level.fields().stream()
            .filter(field -> !field.isSynthetic())
            .sorted(Comparator.comparing(FieldInfo::name))
            .forEach(field -> members.add(field(field)));
      }
    }
    members.addAll(annotatedMethods(hierarchy));
    return members;
  }

  /** Methods with an annotation of the API, of all the classes. */
  static List<MemberModel> annotatedMethods(List<ClassInfo> hierarchy) {
    List<MemberModel> methods = new ArrayList<>();
    for (ClassInfo level : hierarchy) {
      level.methods().stream()
          .filter(method -> !method.isBridge())
          .filter(method -> !annotations(method.declaredAnnotations()).isEmpty())
          .sorted(Comparator.comparing(MethodInfo::name))
          .forEach(method -> methods.add(method(method)));
    }
    return methods;
  }

  /** Those of the API, by name: the index has them in no order. */
  static List<AnnotationModel> annotations(Collection<AnnotationInstance> annotations) {
    List<AnnotationModel> found = new ArrayList<>();
    for (AnnotationInstance annotation : annotations) {
      if (annotation.name().packagePrefix().equals(API)) {
        Map<String, String> values = new LinkedHashMap<>();
        for (AnnotationValue value : annotation.values()) {
          values.put(value.name(), text(value));
        }
        found.add(new AnnotationModel(annotation.name().withoutPackagePrefix(), values));
      }
    }
    found.sort(Comparator.comparing(AnnotationModel::name));
    return found;
  }

  private static String text(AnnotationValue value) {
    return value.kind() == AnnotationValue.Kind.ENUM
        ? value.asEnum()
        : String.valueOf(value.value());
  }

  private static MemberModel component(RecordComponentInfo component) {
    return new MemberModel(
        component.declaringClass().name().toString(),
        component.name(),
        MemberKind.COMPONENT,
        JandexTypes.refOrRaw(component.type()),
        List.of(),
        annotations(component.declaredAnnotations()),
        Modifiers.NONE);
  }

  private static MemberModel field(FieldInfo field) {
    return new MemberModel(
        field.declaringClass().name().toString(),
        field.name(),
        MemberKind.FIELD,
        JandexTypes.refOrRaw(field.type()),
        List.of(),
        annotations(field.declaredAnnotations()),
        modifiers(field.flags(), true));
  }

  private static MemberModel method(MethodInfo method) {
    return new MemberModel(
        method.declaringClass().name().toString(),
        method.name(),
        MemberKind.METHOD,
        JandexTypes.refOrRaw(method.returnType()),
        method.parameterTypes().stream()
            .map(type -> TypeRef.of(JandexTypes.refOrRaw(type).name()))
            .toList(),
        annotations(method.declaredAnnotations()),
        modifiers(method.flags(), false));
  }

  /** The bit for transient means varargs on a method. */
  private static Modifiers modifiers(int flags, boolean isField) {
    return new Modifiers(
        Modifier.isPrivate(flags),
        Modifier.isStatic(flags),
        Modifier.isFinal(flags),
        isField && Modifier.isTransient(flags));
  }
}
