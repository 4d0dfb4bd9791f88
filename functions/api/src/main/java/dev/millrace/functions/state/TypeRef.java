package dev.millrace.functions.state;

import java.util.ArrayList;
import java.util.List;

/**
 * A type by name, so that build steps can speak of classes they have not loaded: {@code
 * java.util.Map<java.lang.String,com.acme.Point>}, {@code long}, {@code byte[]}.
 *
 * @param name binary name as {@link Class#getName} gives it; a primitive's keyword; arrays as the
 *     element's name and {@code []}
 * @param arguments of a generic type, in order; empty if there are none or they are unknown
 */
public record TypeRef(String name, List<TypeRef> arguments) {

  public TypeRef {
    arguments = List.copyOf(arguments);
  }

  /** A type with arguments. */
  public static TypeRef of(String name, TypeRef... arguments) {
    return new TypeRef(name, List.of(arguments));
  }

  /** A class without arguments. */
  public static TypeRef of(Class<?> type) {
    return new TypeRef(
        type.isArray() ? type.getComponentType().getName() + "[]" : type.getName(), List.of());
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException if it is no type
   */
  public static TypeRef parse(String text) {
    Parser parser = new Parser(text);
    TypeRef type = parser.type();
    if (parser.at < text.length()) {
      throw parser.malformed();
    }
    return type;
  }

  /** Canonical text. */
  @Override
  public String toString() {
    if (arguments.isEmpty()) {
      return name;
    }
    StringBuilder text = new StringBuilder(name).append('<');
    for (int i = 0; i < arguments.size(); i++) {
      text.append(i == 0 ? "" : ",").append(arguments.get(i));
    }
    return text.append('>').toString();
  }

  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    TypeRef type() {
      int from = at;
      while (at < text.length() && ",<>".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String name = text.substring(from, at).strip();
      if (name.isEmpty()) {
        throw malformed();
      }
      List<TypeRef> arguments = new ArrayList<>();
      if (next('<')) {
        do {
          arguments.add(type());
        } while (next(','));
        if (!next('>')) {
          throw malformed();
        }
      }
      return new TypeRef(name, arguments);
    }

    private boolean next(char wanted) {
      if (at < text.length() && text.charAt(at) == wanted) {
        at++;
        return true;
      }
      return false;
    }

    IllegalArgumentException malformed() {
      return new IllegalArgumentException(
          "Expected a type such as java.util.List<java.lang.String>, but it is malformed: text="
              + text
              + ", position="
              + at
              + ".");
    }
  }
}
