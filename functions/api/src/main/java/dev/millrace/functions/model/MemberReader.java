package dev.millrace.functions.model;

import dev.millrace.functions.model.MemberModel.MemberKind;
import dev.millrace.functions.state.TypeRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds where event time and key come from: the function's own method wins over the event. */
final class MemberReader {
  private static final Set<String> TIME_TYPES =
      Set.of(
          "long",
          "java.lang.Long",
          "java.time.Instant",
          "java.time.OffsetDateTime",
          "java.time.ZonedDateTime",
          "java.util.Date",
          "java.lang.String");
  private static final Set<String> KEY_TYPES =
      Set.of(
          "java.lang.String",
          "long",
          "int",
          "short",
          "byte",
          "boolean",
          "char",
          "java.lang.Long",
          "java.lang.Integer",
          "java.lang.Short",
          "java.lang.Byte",
          "java.lang.Boolean",
          "java.lang.Character",
          "java.math.BigInteger",
          "java.util.UUID");

  private final FunctionModel model;
  private final Problems problems;

  MemberReader(FunctionModel model, Problems problems) {
    this.model = model;
    this.problems = problems;
  }

  /** Whether the event or the function says where event time comes from. */
  boolean hasEventTime() {
    ClassModel event = eventClass();
    return isAnnotated(model.methods()) || (event != null && isAnnotated(event.members()));
  }

  private static boolean isAnnotated(List<MemberModel> members) {
    return members.stream().anyMatch(member -> member.annotation("EventTime") != null);
  }

  private @Nullable ClassModel eventClass() {
    return model.event() == null ? null : model.classes().get(model.event().name());
  }

  /** Where event time comes from; null if it is the Kafka timestamp, or with a problem. */
  @Nullable Accessor eventTime(boolean useRecordTimestamp) {
    List<Accessor> own = onFunction("EventTime");
    if (useRecordTimestamp) {
      if (!own.isEmpty()) {
        problems.add(
            own.get(0).member().name() + "()",
            "Expected one source of event time, but there are two: @EventTime and"
                + " @Watermarks(useRecordTimestamp)",
            "Remove one of them.");
      }
      return null;
    }
    List<Accessor> found = own.isEmpty() ? onEvent("EventTime") : own;
    if (found.size() != 1) {
      problems.add(
          null,
          found.isEmpty()
              ? "Expected an event time (W7), but neither the event nor the function has"
                  + " @EventTime: event="
                  + model.event()
              : "Expected one event time, but there are several: " + names(found),
          found.isEmpty()
              ? "Annotate a member of the event, or a method of the function that takes the event;"
                  + " to use the Kafka timestamp say so by @Watermarks(useRecordTimestamp = true)."
              : "Keep one @EventTime.");
      return null;
    }
    checkType(
        found.get(0),
        "EventTime",
        TIME_TYPES::contains,
        "long, Long, Instant,"
            + " OffsetDateTime, ZonedDateTime, java.util.Date or an ISO-8601 String");
    return found.get(0);
  }

  /** The parts of the key in order; empty for the record's key. */
  List<Accessor> key() {
    List<Accessor> own = onFunction("Key");
    if (own.size() > 1) {
      problems.add(
          null,
          "Expected at most one @Key method on the function, but there are several: " + names(own),
          "Keep one, or annotate the event's members for a composite key.");
    }
    List<Accessor> found = new ArrayList<>(own.isEmpty() ? onEvent("Key") : own);
    found.sort((a, b) -> Integer.compare(order(a), order(b)));
    for (Accessor part : found) {
      boolean bytesAllowed = found.size() == 1;
      checkType(
          part,
          "Key",
          type -> isKeyType(type) || (bytesAllowed && type.equals("byte[]")),
          "String, an integer, boolean, UUID, an enum"
              + (bytesAllowed ? " or byte[]" : "; byte[] only as the whole key"));
    }
    checkOrder(found);
    return found;
  }

  private void checkOrder(List<Accessor> parts) {
    Set<Integer> orders = new HashSet<>();
    for (Accessor part : parts) {
      boolean ordered = part.member().kind() == MemberKind.COMPONENT;
      if (!orders.add(order(part)) && !ordered) {
        problems.add(
            part.member().name(),
            "Expected the parts of a key to have an order, as members of a class have none, but two"
                + " are equal: order="
                + order(part),
            "Give each @Key another order.");
      }
    }
  }

  private boolean isKeyType(String type) {
    ClassModel found = model.classes().get(type);
    return KEY_TYPES.contains(type) || (found != null && found.kind() == ClassModel.ClassKind.ENUM);
  }

  private static int order(Accessor part) {
    AnnotationModel key = part.member().annotation("Key");
    return key == null ? 0 : Integer.parseInt(key.value("order", "0"));
  }

  private void checkType(
      Accessor accessor, String annotation, Predicate<String> allowed, String what) {
    if (!allowed.test(accessor.type().name())) {
      problems.add(
          memberName(accessor.member()),
          "Expected @"
              + annotation
              + " on a member of type "
              + what
              + ", but it has another: type="
              + accessor.type(),
          "Change its type, or add a method that converts it and annotate that.");
    }
  }

  private List<Accessor> onFunction(String annotation) {
    List<Accessor> found = new ArrayList<>();
    for (MemberModel method : model.methods()) {
      if (method.annotation(annotation) != null && isUsable(method, annotation, 1)) {
        found.add(new Accessor(method, true));
      }
    }
    return found;
  }

  private List<Accessor> onEvent(String annotation) {
    ClassModel event = eventClass();
    List<Accessor> found = new ArrayList<>();
    if (event == null) {
      return found;
    }
    Set<String> components = new HashSet<>();
    for (MemberModel member : event.members()) {
      boolean isAccessorOfComponent =
          member.kind() == MemberKind.METHOD && components.contains(member.name());
      if (member.annotation(annotation) != null
          && !isAccessorOfComponent
          && isUsable(member, annotation, 0)) {
        found.add(new Accessor(member, false));
        components.add(member.name());
      }
    }
    return found;
  }

  /** Whether generated code can use it; else a problem. */
  private boolean isUsable(MemberModel member, String annotation, int parameters) {
    String seen = null;
    if (member.modifiers().isPrivate() && member.kind() != MemberKind.COMPONENT) {
      seen = "it is private";
    } else if (member.modifiers().isStatic()) {
      seen = "it is static";
    } else if (member.kind() == MemberKind.METHOD && !takes(member, parameters)) {
      seen = "it takes something else: parameters=" + member.parameters();
    }
    if (seen == null) {
      return true;
    }
    problems.add(
        memberName(member),
        "Expected @"
            + annotation
            + (parameters == 1
                ? " on a method that takes the event"
                : " on a component, a field or a method without parameters")
            + " and that is neither private nor static, but "
            + seen,
        "Change it, or move the annotation.");
    return false;
  }

  private boolean takes(MemberModel method, int parameters) {
    TypeRef event = model.event();
    return method.parameters().size() == parameters
        && (parameters == 0
            || (event != null && method.parameters().get(0).name().equals(event.name())));
  }

  private static List<String> names(List<Accessor> accessors) {
    return accessors.stream().map(a -> memberName(a.member())).toList();
  }

  private static String memberName(MemberModel member) {
    String simple = member.declaringClass().substring(member.declaringClass().lastIndexOf('.') + 1);
    return simple + "." + member.name() + (member.kind() == MemberKind.METHOD ? "()" : "");
  }
}
