package dev.millrace.functions.model;

import dev.millrace.functions.model.ClassModel.ClassKind;
import dev.millrace.functions.state.RecordShape;
import dev.millrace.functions.state.StateShapes;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import dev.millrace.functions.state.TypeRef;
import dev.millrace.functions.state.UnsupportedStateException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether an accumulator can be stored, judged from the model without loading its class. */
final class StateChecks implements StateShapes {
  private final FunctionModel model;
  private final Problems problems;

  StateChecks(FunctionModel model, Problems problems) {
    this.model = model;
    this.problems = problems;
  }

  void check(TypeRef accumulator) {
    try {
      StateTypes.derive(accumulator, this);
    } catch (UnsupportedStateException e) {
      problems.add(
          "accumulator " + accumulator,
          Problems.withoutEnd(String.valueOf(e.getMessage())),
          "Change the accumulator.");
    }
  }

  @Override
  public @Nullable RecordShape<?> shape(String className) {
    ClassModel found = model.classes().get(className);
    if (found == null || found.kind() == ClassKind.ENUM || found.kind() == ClassKind.INTERFACE) {
      return null;
    }
    if (found.kind() == ClassKind.CLASS) {
      checkClass(found);
    }
    return new FieldsOnly(className, found.shapeFields(), found.kind() == ClassKind.RECORD);
  }

  private void checkClass(ClassModel found) {
    if (!found.hasPlainConstructor()) {
      problems.add(
          "accumulator " + found.name(),
          "Expected a record, or a class with a constructor without parameters that is not private,"
              + " but it has none",
          "Add one, make it a record, or annotate it with @StoredAs.");
    }
    for (MemberModel field : found.stateMembers()) {
      if (field.modifiers().isPrivate() || field.modifiers().isFinal()) {
        problems.add(
            found.name() + "." + field.name(),
            "Expected the fields of an accumulator class to be neither private nor final, but this"
                + " one is "
                + (field.modifiers().isPrivate() ? "private" : "final"),
            "Remove the modifier, mark it transient if it is not state, make the class a record, or"
                + " annotate it with @StoredAs.");
      }
    }
  }

  /** The constants themselves do not matter here. */
  @Override
  public @Nullable List<? extends Enum<?>> constants(String className) {
    ClassModel found = model.classes().get(className);
    return found != null && found.kind() == ClassKind.ENUM ? List.<ClassKind>of() : null;
  }

  /** Which type of its own does not matter here. */
  @Override
  public @Nullable StateType<?> ownType(String className) {
    ClassModel found = model.classes().get(className);
    return found != null && found.storedAs() != null ? StateTypes.longs() : null;
  }

  private record FieldsOnly(String className, List<Field> fields, boolean isRecord)
      implements RecordShape<Object> {
    @Override
    public Object create(@Nullable Object[] values) {
      throw new UnsupportedOperationException("The model has no objects.");
    }

    @Override
    public @Nullable Object read(Object object, int index) {
      throw new UnsupportedOperationException("The model has no objects.");
    }
  }
}
