package dev.millrace.functions.model;

import dev.millrace.functions.spec.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Collects the problems of one class, so that all are told at once. */
final class Problems {
  private final String className;
  private final List<Problem> found = new ArrayList<>();

  Problems(String className) {
    this.className = className;
  }

  void add(@org.jspecify.annotations.Nullable String member, String message, String remedy) {
    found.add(new Problem(className, member, message, remedy));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<Problem> list() {
    return List.copyOf(found);
  }

  /** A duration of an annotation in milliseconds, at least {@code least}; else a problem. */
  OptionalLong duration(
      AnnotationModel annotation, String attribute, String defaultText, long least) {
    String text = annotation.value(attribute, defaultText);
    String member = "@" + annotation.name() + "(" + attribute + ")";
    try {
      long ms = Durations.parseMs(text);
      if (ms >= least) {
        return OptionalLong.of(ms);
      }
      add(
          member,
          "Expected "
              + (least > 0 ? "a positive duration" : "a duration of zero or more")
              + ", but it is less: "
              + attribute
              + "=\""
              + text
              + "\"",
          "Give a longer one.");
    } catch (IllegalArgumentException e) {
      add(member, withoutEnd(String.valueOf(e.getMessage())), "Correct the text.");
    }
    return OptionalLong.empty();
  }

  /** An enum's constant by name; else a problem. */
  <T extends Enum<T>> T constant(
      AnnotationModel annotation, String attribute, Class<T> type, T defaultValue) {
    String text = annotation.value(attribute, defaultValue.name());
    for (T constant : type.getEnumConstants()) {
      if (constant.name().equals(text)) {
        return constant;
      }
    }
    add(
        "@" + annotation.name() + "(" + attribute + ")",
        "Expected one of "
            + List.of(type.getEnumConstants())
            + ", but it is another: "
            + attribute
            + "="
            + text.toUpperCase(Locale.ROOT),
        "Correct it.");
    return defaultValue;
  }

  /** Messages of exceptions end in a full stop; a problem's does not. */
  static String withoutEnd(String message) {
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }
}
