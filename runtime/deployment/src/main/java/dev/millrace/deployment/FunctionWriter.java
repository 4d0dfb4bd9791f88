package dev.millrace.deployment;

import dev.millrace.functions.KeyBytes;
import dev.millrace.functions.model.Accessor;
import dev.millrace.functions.model.ClassModel;
import dev.millrace.functions.model.ClassModel.ClassKind;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.functions.model.MemberModel.MemberKind;
import dev.millrace.functions.model.ValidFunction;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.state.RecordShape;
import dev.millrace.functions.state.StateShapes;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.TypeRef;
import dev.millrace.functions.time.EventTimes;
import dev.millrace.runtime.function.GeneratedFunction;
import dev.millrace.runtime.function.GeneratedShapes;
import io.quarkus.gizmo2.ClassOutput;
import io.quarkus.gizmo2.Const;
import io.quarkus.gizmo2.Expr;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.gizmo2.LocalVar;
import io.quarkus.gizmo2.ParamVar;
import io.quarkus.gizmo2.This;
import io.quarkus.gizmo2.creator.BlockCreator;
import io.quarkus.gizmo2.creator.ClassCreator;
import io.quarkus.gizmo2.desc.ClassMethodDesc;
import io.quarkus.gizmo2.desc.ConstructorDesc;
import io.quarkus.gizmo2.desc.FieldDesc;
import io.quarkus.gizmo2.desc.InterfaceMethodDesc;
import io.quarkus.gizmo2.desc.MethodDesc;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Generates the binding of a function class: a class of its package that holds one instance, its
 * settings, and plain calls where event time and key are read.
 */
final class FunctionWriter {
  private static final String SUFFIX = "_MillraceFunction";
  private static final ClassDesc SHAPES = ClassDesc.of(GeneratedShapes.class.getName());

  private final ValidFunction function;
  private final ClassDesc functionType;
  private final ClassDesc eventType;
  private final ClassDesc self;

  private FunctionWriter(ValidFunction function) {
    this.function = function;
    this.functionType = ClassNames.desc(function.model().className());
    this.eventType = ClassNames.desc(function.event());
    this.self = ClassNames.desc(nameFor(function));
  }

  /** Name of the class that is generated for a function. */
  static String nameFor(ValidFunction function) {
    return function.model().className() + SUFFIX;
  }

  /** Generates it. The shapes that it refers to are {@link ShapeWriter}'s. */
  static void write(ValidFunction function, ClassOutput output) {
    Gizmo.create(output).class_(nameFor(function), new FunctionWriter(function)::writeClass);
  }

  private void writeClass(ClassCreator binding) {
    binding.implements_(GeneratedFunction.class);
    FieldDesc instance =
        binding.field(
            "function",
            field -> {
              field.setType(functionType);
            });
    binding.constructor(
        constructor ->
            constructor.body(
                block -> {
                  block.invokeSpecial(ConstructorDesc.of(Object.class), constructor.this_());
                  block.set(
                      constructor.this_().field(instance),
                      block.new_(ConstructorDesc.of(functionType)));
                  block.return_();
                }));
    getter(
        binding, "fresh", GeneratedFunction.class, block -> block.new_(ConstructorDesc.of(self)));
    getter(binding, "function", Object.class, block -> binding.this_().field(instance));
    getter(binding, "spec", FunctionSpec.class, block -> Literals.of(block, function.spec()));
    getter(binding, "codec", String.class, block -> Const.of(function.codec()));
    getter(binding, "hasKey", boolean.class, block -> Const.of(!function.key().isEmpty()));
    getter(binding, "eventType", Type.class, block -> Literals.ofType(block, function.event()));
    getter(binding, "resultType", Type.class, block -> Literals.ofType(block, function.result()));
    getter(binding, "accumulator", TypeRef.class, this::accumulator);
    getter(binding, "shapes", StateShapes.class, this::shapes);
    writeEventTime(binding, instance);
    writeKey(binding, instance);
  }

  private static void getter(
      ClassCreator binding, String name, Class<?> type, Function<BlockCreator, Expr> value) {
    binding.method(
        name,
        method -> {
          method.returning(type);
          method.body(block -> block.return_(value.apply(block)));
        });
  }

  private Expr accumulator(BlockCreator block) {
    TypeRef type = function.accumulator();
    return type == null
        ? Const.ofNull(TypeRef.class)
        : block.invokeStatic(
            MethodDesc.of(TypeRef.class, "parse", TypeRef.class, String.class),
            Const.of(type.toString()));
  }

  private Expr shapes(BlockCreator block) {
    LocalVar shapes = block.localVar("shapes", block.new_(ConstructorDesc.of(SHAPES)));
    for (ClassModel part : Parts.of(function)) {
      addPart(block, shapes, part);
    }
    return shapes;
  }

  private static void addPart(BlockCreator block, LocalVar shapes, ClassModel part) {
    ClassDesc type = ClassNames.desc(part.name());
    String ownType = part.storedAs();
    if (ownType != null) {
      add(block, shapes, "addOwnType", part, StateType.class, newInstance(block, ownType));
    } else if (part.kind() == ClassKind.ENUM) {
      Expr constants =
          block.invokeStatic(
              ClassMethodDesc.of(type, "values", MethodTypeDesc.of(type.arrayType())));
      add(block, shapes, "addEnum", part, Enum[].class, constants);
    } else if (Parts.isShaped(part)) {
      String shape = ShapeWriter.nameFor(part.name());
      add(block, shapes, "addShape", part, RecordShape.class, newInstance(block, shape));
    }
  }

  private static Expr newInstance(BlockCreator block, String className) {
    return block.new_(ConstructorDesc.of(ClassNames.desc(className)));
  }

  private static void add(
      BlockCreator block,
      LocalVar shapes,
      String method,
      ClassModel part,
      Class<?> parameter,
      Expr value) {
    block.invokeVirtual(
        MethodDesc.of(GeneratedShapes.class, method, void.class, String.class, parameter),
        shapes,
        Const.of(part.name()),
        value);
  }

  private void writeEventTime(ClassCreator binding, FieldDesc instance) {
    binding.method(
        "extractMs",
        method -> {
          method.returning(long.class);
          ParamVar event = method.parameter("event", Object.class);
          ParamVar recordTimestampMs = method.parameter("recordTimestampMs", long.class);
          method.body(
              block -> {
                Accessor source = function.eventTime();
                Expr value =
                    source == null
                        ? recordTimestampMs
                        : value(block, source, event, method.this_(), instance);
                block.return_(
                    block.invokeStatic(
                        ClassMethodDesc.of(
                            ClassDesc.of(EventTimes.class.getName()),
                            "of",
                            MethodTypeDesc.of(ConstantDescs.CD_long, value.type())),
                        value));
              });
        });
  }

  private void writeKey(ClassCreator binding, FieldDesc instance) {
    binding.method(
        "extract",
        method -> {
          method.returning(byte[].class);
          ParamVar event = method.parameter("event", Object.class);
          method.body(block -> writeKey(block, event, method.this_(), instance));
        });
  }

  private void writeKey(BlockCreator block, ParamVar event, This self, FieldDesc instance) {
    List<Accessor> parts = function.key();
    if (parts.isEmpty()) {
      block.throw_(
          IllegalStateException.class,
          "Expected the record's own key to be used; it has no other.");
      return;
    }
    Function<Accessor, Expr> read =
        part -> ShapeWriter.boxed(block, value(block, part, event, self, instance));
    if (parts.size() == 1) {
      block.return_(
          block.invokeStatic(
              MethodDesc.of(KeyBytes.class, "of", byte[].class, Object.class),
              read.apply(parts.get(0))));
      return;
    }
    block.return_(
        block.invokeStatic(
            MethodDesc.of(KeyBytes.class, "composite", byte[].class, Object[].class),
            block.newArray(ConstantDescs.CD_Object, parts, read)));
  }

  private Expr value(
      BlockCreator block, Accessor accessor, Expr event, This self, FieldDesc instance) {
    MemberModel member = accessor.member();
    ClassDesc type = ClassNames.desc(member.type());
    LocalVar typedEvent = block.localVar("e", block.cast(event, eventType));
    if (accessor.onFunction()) {
      MethodTypeDesc signature =
          MethodTypeDesc.of(type, ClassNames.desc(member.parameters().get(0)));
      return block.invokeVirtual(
          ClassMethodDesc.of(functionType, member.name(), signature),
          self.field(instance),
          typedEvent);
    }
    if (member.kind() == MemberKind.FIELD) {
      return typedEvent.field(
          FieldDesc.of(ClassNames.desc(member.declaringClass()), member.name(), type));
    }
    MethodTypeDesc signature = MethodTypeDesc.of(type);
    ClassModel model = eventModel();
    return model != null && model.kind() == ClassKind.INTERFACE
        ? block.invokeInterface(
            InterfaceMethodDesc.of(eventType, member.name(), signature), typedEvent)
        : block.invokeVirtual(ClassMethodDesc.of(eventType, member.name(), signature), typedEvent);
  }

  private @Nullable ClassModel eventModel() {
    return function.model().classes().get(function.event().name());
  }
}
