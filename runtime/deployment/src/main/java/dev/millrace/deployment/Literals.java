package dev.millrace.deployment;

import dev.millrace.functions.state.TypeRef;
import dev.millrace.runtime.function.GenericType;
import io.quarkus.gizmo2.Const;
import io.quarkus.gizmo2.Expr;
import io.quarkus.gizmo2.creator.BlockCreator;
import io.quarkus.gizmo2.desc.ConstructorDesc;
import io.quarkus.gizmo2.desc.FieldDesc;
import io.quarkus.gizmo2.desc.MethodDesc;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Values of build time as expressions of generated code. */
final class Literals {
  private Literals() {}

  /**
   * A value as an expression that makes an equal one: a record of such values, a number, a boolean,
   * a text, an enum constant or a time zone.
   */
  static Expr of(BlockCreator block, Object value) {
    if (value instanceof Record values) {
      return ofRecord(block, values);
    }
    if (value instanceof Enum<?> constant) {
      ClassDesc type = ClassDesc.of(constant.getDeclaringClass().getName());
      return Expr.staticField(FieldDesc.of(type, constant.name(), type));
    }
    if (value instanceof Long number) {
      return Const.of(number.longValue());
    }
    if (value instanceof Integer number) {
      return Const.of(number.intValue());
    }
    if (value instanceof Boolean truth) {
      return Const.of(truth.booleanValue());
    }
    if (value instanceof String text) {
      return Const.of(text);
    }
    if (value instanceof ZoneId zone) {
      return block.invokeStatic(
          MethodDesc.of(ZoneId.class, "of", ZoneId.class, String.class), Const.of(zone.getId()));
    }
    throw new IllegalArgumentException(
        "Expected a value that can be written as code, but it has another type: type="
            + value.getClass().getName()
            + ".");
  }

  /** A type as class literals, with its arguments. */
  static Expr ofType(BlockCreator block, TypeRef type) {
    Expr raw = Const.of(ClassNames.desc(type));
    if (type.arguments().isEmpty()) {
      return raw;
    }
    List<Expr> arguments = new ArrayList<>();
    type.arguments().forEach(argument -> arguments.add(ofType(block, argument)));
    return block.invokeStatic(
        MethodDesc.of(GenericType.class, "of", Type.class, Class.class, Type[].class),
        raw,
        block.newArray(Type.class, arguments));
  }

  /** An array of texts. */
  static Expr ofTexts(BlockCreator block, List<String> texts) {
    return block.newArray(ConstantDescs.CD_String, texts, Const::of);
  }

  private static Expr ofRecord(BlockCreator block, Record values) {
    List<Expr> arguments = new ArrayList<>();
    List<Class<?>> types = new ArrayList<>();
    for (RecordComponent component : values.getClass().getRecordComponents()) {
      types.add(component.getType());
      try {
        arguments.add(of(block, component.getAccessor().invoke(values)));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Expected to read " + component + ".", e);
      }
    }
    return block.new_(ConstructorDesc.of(values.getClass(), types), arguments);
  }
}
