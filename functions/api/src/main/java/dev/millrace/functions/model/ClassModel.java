package dev.millrace.functions.model;

import dev.millrace.functions.state.RecordShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user's class: an event, or a part of an accumulator.
 *
 * @param name as {@link Class#getName} gives it
 * @param members a record's components in their order; the fields of a class and its supertypes;
 *     and methods that carry an annotation of this API
 * @param hasPlainConstructor whether there is a constructor without parameters that is not private,
 *     and the class is neither abstract nor bound to an outer instance
 * @param constants of an enum, in their order; else empty
 * @param storedAs class of the state type that it names with {@code @StoredAs}; null if none
 */
public record ClassModel(
    String name,
    ClassKind kind,
    List<MemberModel> members,
    boolean hasPlainConstructor,
    List<String> constants,
    @Nullable String storedAs) {

  public ClassModel {
    members = List.copyOf(members);
    constants = List.copyOf(constants);
  }

  /** What a class is. */
  public enum ClassKind {
    RECORD,
    ENUM,
    CLASS,
    INTERFACE
  }

  /** The fields of its state: components of a record; else instance fields, sorted by name. */
  public List<MemberModel> stateMembers() {
    List<MemberModel> found = new ArrayList<>();
    MemberModel.MemberKind wanted =
        kind == ClassKind.RECORD ? MemberModel.MemberKind.COMPONENT : MemberModel.MemberKind.FIELD;
    for (MemberModel member : members) {
      if (member.kind() == wanted
          && !member.modifiers().isStatic()
          && !member.modifiers().isTransient()) {
        found.add(member);
      }
    }
    if (kind != ClassKind.RECORD) {
      found.sort(Comparator.comparing(MemberModel::name));
    }
    return List.copyOf(found);
  }

  /** The fields as a shape declares them. */
  public List<RecordShape.Field> shapeFields() {
    return stateMembers().stream()
        .map(member -> new RecordShape.Field(member.name(), member.type()))
        .toList();
  }
}
