package dev.millrace.deployment;

import dev.millrace.functions.model.Accessor;
import dev.millrace.functions.model.ClassModel;
import dev.millrace.functions.model.ClassModel.ClassKind;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.functions.model.MemberModel.MemberKind;
import dev.millrace.functions.model.Problem;
import dev.millrace.functions.model.ValidFunction;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.MethodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Whether generated code may reach what it has to call: it lives in the package of the function, or
 * of the part of an accumulator, and can see what is not private there and what is public
 * elsewhere.
 */
final class AccessChecks {
  private final ValidFunction function;
  private final ClassHierarchy hierarchy;
  private final List<Problem> problems = new ArrayList<>();

  private AccessChecks(ValidFunction function, ClassHierarchy hierarchy) {
    this.function = function;
    this.hierarchy = hierarchy;
  }

  /** All that is out of reach. */
  static List<Problem> check(ValidFunction function, ClassHierarchy hierarchy) {
    AccessChecks checks = new AccessChecks(function, hierarchy);
    Accessor eventTime = function.eventTime();
    if (eventTime != null) {
      checks.checkMember(eventTime.member(), function.model().className());
    }
    function.key().forEach(part -> checks.checkMember(part.member(), function.model().className()));
    for (ClassModel part : Parts.of(function)) {
      checks.checkPart(part);
    }
    return checks.problems;
  }

  private void checkPart(ClassModel part) {
    ClassInfo type = hierarchy.find(part.name());
    if (type == null || !Parts.isShaped(part)) {
      return;
    }
    if (part.kind() == ClassKind.RECORD && isPrivate(canonicalConstructor(type))) {
      problems.add(
          new Problem(
              function.model().className(),
              "accumulator " + part.name(),
              "Expected a record whose constructor generated code can call, but it is private",
              "Remove private from the record."));
    }
    part.stateMembers().forEach(member -> checkMember(member, part.name()));
  }

  private void checkMember(MemberModel member, String seenFrom) {
    String owner = member.declaringClass();
    boolean samePackage = ClassNames.packageOf(owner).equals(ClassNames.packageOf(seenFrom));
    ClassInfo type = hierarchy.find(owner);
    if (samePackage || type == null || isPublic(type, member)) {
      return;
    }
    problems.add(
        new Problem(
            function.model().className(),
            owner + "." + member.name(),
            "Expected a member of another package to be public, for generated code reads it, but"
                + " it is not: package="
                + ClassNames.packageOf(seenFrom),
            "Make the member and its class public, or move the class to the same package."));
  }

  /** A record's accessors are always public; its class may not be. */
  private static boolean isPublic(ClassInfo type, MemberModel member) {
    if (!Modifier.isPublic(type.flags())) {
      return false;
    }
    if (member.kind() == MemberKind.FIELD) {
      FieldInfo field = type.field(member.name());
      return field != null && Modifier.isPublic(field.flags());
    }
    return member.kind() == MemberKind.COMPONENT
        || type.methods().stream()
            .filter(method -> method.name().equals(member.name()))
            .anyMatch(method -> Modifier.isPublic(method.flags()));
  }

  private static @Nullable MethodInfo canonicalConstructor(ClassInfo type) {
    List<String> types =
        type.recordComponentsInDeclarationOrder().stream()
            .map(component -> JandexTypes.refOrRaw(component.type()).name())
            .toList();
    return type.constructors().stream()
        .filter(
            constructor ->
                Objects.equals(
                    types,
                    constructor.parameterTypes().stream()
                        .map(parameter -> JandexTypes.refOrRaw(parameter).name())
                        .toList()))
        .findFirst()
        .orElse(null);
  }

  private static boolean isPrivate(@Nullable MethodInfo constructor) {
    return constructor != null && Modifier.isPrivate(constructor.flags());
  }
}
