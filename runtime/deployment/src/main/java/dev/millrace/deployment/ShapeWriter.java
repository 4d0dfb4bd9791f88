package dev.millrace.deployment;

import dev.millrace.functions.model.ClassModel;
import dev.millrace.functions.model.ClassModel.ClassKind;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.runtime.function.GeneratedShape;
import io.quarkus.gizmo2.ClassOutput;
import io.quarkus.gizmo2.Const;
import io.quarkus.gizmo2.Expr;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.gizmo2.LocalVar;
import io.quarkus.gizmo2.ParamVar;
import io.quarkus.gizmo2.creator.BlockCreator;
import io.quarkus.gizmo2.creator.ClassCreator;
import io.quarkus.gizmo2.desc.ClassMethodDesc;
import io.quarkus.gizmo2.desc.ConstructorDesc;
import io.quarkus.gizmo2.desc.FieldDesc;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * Generates the access to a record, or to a class with fields, that is part of an accumulator: a
 * class of the same package, which makes objects and reads their fields by plain calls.
 */
final class ShapeWriter {
  private static final String SUFFIX = "_MillraceShape";

  private final ClassModel model;
  private final ClassDesc type;
  private final List<MemberModel> members;

  private ShapeWriter(ClassModel model) {
    this.model = model;
    this.type = ClassNames.desc(model.name());
    this.members = model.stateMembers();
  }

  /** Name of the class that is generated for a class. */
  static String nameFor(String className) {
    return className + SUFFIX;
  }

  /** Generates it. */
  static void write(ClassModel model, ClassOutput output) {
    Gizmo.create(output).class_(nameFor(model.name()), new ShapeWriter(model)::writeClass);
  }

  private void writeClass(ClassCreator shape) {
    shape.extends_(GeneratedShape.class);
    shape.constructor(
        constructor ->
            constructor.body(
                block -> {
                  block.invokeSpecial(
                      ConstructorDesc.of(
                          GeneratedShape.class, String.class, boolean.class, String[].class),
                      constructor.this_(),
                      Const.of(model.name()),
                      Const.of(model.kind() == ClassKind.RECORD),
                      Literals.ofTexts(block, namesAndTypes()));
                  block.return_();
                }));
    shape.method(
        "create",
        create -> {
          create.returning(Object.class);
          ParamVar values = create.parameter("values", Object[].class);
          create.body(block -> writeCreate(block, values));
        });
    shape.method(
        "read",
        read -> {
          read.returning(Object.class);
          ParamVar object = read.parameter("object", Object.class);
          ParamVar index = read.parameter("index", int.class);
          read.body(block -> writeRead(block, object, index));
        });
  }

  private List<String> namesAndTypes() {
    List<String> texts = new ArrayList<>();
    for (MemberModel member : members) {
      texts.add(member.name());
      texts.add(member.type().toString());
    }
    return texts;
  }

  private void writeCreate(BlockCreator block, ParamVar values) {
    List<Expr> typed = new ArrayList<>();
    List<ClassDesc> types = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      ClassDesc memberType = ClassNames.desc(members.get(i).type());
      types.add(memberType);
      typed.add(block.localVar("v" + i, typed(block, values.elem(i), memberType)));
    }
    if (model.kind() == ClassKind.RECORD) {
      block.return_(block.new_(ConstructorDesc.of(type, types), typed));
      return;
    }
    LocalVar object = block.localVar("object", block.new_(ConstructorDesc.of(type)));
    for (int i = 0; i < members.size(); i++) {
      block.set(object.field(field(members.get(i))), typed.get(i));
    }
    block.return_(object);
  }

  private void writeRead(BlockCreator block, ParamVar object, ParamVar index) {
    LocalVar target = block.localVar("target", block.cast(object, type));
    for (int i = 0; i < members.size(); i++) {
      MemberModel member = members.get(i);
      block.if_(
          block.eq(index, i), found -> found.return_(boxed(found, value(found, target, member))));
    }
    block.throw_(IndexOutOfBoundsException.class, "Expected the index of a field.");
  }

  private Expr value(BlockCreator block, LocalVar target, MemberModel member) {
    if (model.kind() == ClassKind.RECORD) {
      return block.invokeVirtual(
          ClassMethodDesc.of(type, member.name(), ClassNames.desc(member.type()), List.of()),
          target);
    }
    return target.field(field(member));
  }

  private static FieldDesc field(MemberModel member) {
    return FieldDesc.of(
        ClassNames.desc(member.declaringClass()), member.name(), ClassNames.desc(member.type()));
  }

  /** A boxed value as a field's type. */
  static Expr typed(BlockCreator block, Expr value, ClassDesc wanted) {
    Expr cast = block.cast(value, ClassNames.boxed(wanted));
    return wanted.isPrimitive() ? block.unbox(cast) : cast;
  }

  /** A value as an object. */
  static Expr boxed(BlockCreator block, Expr value) {
    return value.type().isPrimitive() ? block.box(value) : value;
  }
}
