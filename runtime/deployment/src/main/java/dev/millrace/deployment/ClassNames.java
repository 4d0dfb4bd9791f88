package dev.millrace.deployment;

import dev.millrace.functions.state.TypeRef;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/** Names of classes as generated code needs them. */
final class ClassNames {
  private ClassNames() {}

  /** Descriptor of a type, without its arguments. */
  static ClassDesc desc(TypeRef type) {
    return desc(type.name());
  }

  /** Descriptor of a class, a primitive or an array, by its name. */
  static ClassDesc desc(String name) {
    if (name.endsWith("[]")) {
      return desc(name.substring(0, name.length() - 2)).arrayType();
    }
    return switch (name) {
      case "boolean" -> ConstantDescs.CD_boolean;
      case "byte" -> ConstantDescs.CD_byte;
      case "short" -> ConstantDescs.CD_short;
      case "char" -> ConstantDescs.CD_char;
      case "int" -> ConstantDescs.CD_int;
      case "long" -> ConstantDescs.CD_long;
      case "float" -> ConstantDescs.CD_float;
      case "double" -> ConstantDescs.CD_double;
      default -> ClassDesc.of(name);
    };
  }

  /** Descriptor of the box of a primitive; of anything else it is its own. */
  static ClassDesc boxed(ClassDesc type) {
    return switch (type.descriptorString()) {
      case "Z" -> ConstantDescs.CD_Boolean;
      case "B" -> ConstantDescs.CD_Byte;
      case "S" -> ConstantDescs.CD_Short;
      case "C" -> ConstantDescs.CD_Character;
      case "I" -> ConstantDescs.CD_Integer;
      case "J" -> ConstantDescs.CD_Long;
      case "F" -> ConstantDescs.CD_Float;
      case "D" -> ConstantDescs.CD_Double;
      default -> type;
    };
  }

  /** The package of a class, which generated code shares to reach what is not public. */
  static String packageOf(String className) {
    int dot = className.lastIndexOf('.');
    return dot < 0 ? "" : className.substring(0, dot);
  }
}
