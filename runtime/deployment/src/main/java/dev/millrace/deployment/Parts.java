package dev.millrace.deployment;

import dev.millrace.functions.model.ClassModel;
import dev.millrace.functions.model.ClassModel.ClassKind;
import dev.millrace.functions.model.ValidFunction;
import dev.millrace.functions.state.TypeRef;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The user classes that a function's accumulator is made of. */
final class Parts {
  private Parts() {}

  /** All of them, the accumulator itself included; without the event, unless it is stored too. */
  static List<ClassModel> of(ValidFunction function) {
    Set<String> seen = new LinkedHashSet<>();
    List<ClassModel> parts = new ArrayList<>();
    TypeRef accumulator = function.accumulator();
    if (accumulator != null) {
      collect(function, accumulator, seen, parts);
    }
    return parts;
  }

  /** Whether it is stored field by field. */
  static boolean isShaped(ClassModel part) {
    boolean hasFields = part.kind() == ClassKind.RECORD || part.kind() == ClassKind.CLASS;
    return hasFields && part.storedAs() == null;
  }

  private static void collect(
      ValidFunction function, TypeRef type, Set<String> seen, List<ClassModel> parts) {
    type.arguments().forEach(argument -> collect(function, argument, seen, parts));
    ClassModel part = function.model().classes().get(type.name());
    if (part == null || !seen.add(type.name())) {
      return;
    }
    parts.add(part);
    if (isShaped(part)) {
      part.stateMembers().forEach(member -> collect(function, member.type(), seen, parts));
    }
  }
}
