package dev.millrace.json.declarative;

import dev.millrace.functions.spec.Durations;
import dev.millrace.json.declarative.Doc.Entry;
import dev.millrace.json.declarative.Doc.Mapping;
import dev.millrace.json.declarative.Doc.Place;
import dev.millrace.json.declarative.Doc.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping of a document with the properties that may stand in it. */
final class Section {
  private final Mapping mapping;
  private final String path;
  private final DocumentProblems problems;

  /** Any property that is not allowed is a problem. */
  Section(Mapping mapping, String path, List<String> allowed, DocumentProblems problems) {
    this.mapping = mapping;
    this.path = path;
    this.problems = problems;
    for (Map.Entry<String, Entry> entry : mapping.entries().entrySet()) {
      if (!allowed.contains(entry.getKey())) {
        String nearest = Suggestions.nearest(entry.getKey(), allowed);
        problems.add(
            entry.getValue().place(),
            child(entry.getKey()),
            "Expected a known property, but it is none. "
                + (nearest == null ? "" : "Did you mean '" + nearest + "'? ")
                + "Allowed are "
                + String.join(", ", allowed)
                + ".");
      }
    }
  }

  Place place() {
    return mapping.place();
  }

  String child(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  boolean has(String name) {
    return mapping.entries().containsKey(name);
  }

  /** A property, or null. */
  @Nullable Doc get(String name) {
    Entry entry = mapping.entries().get(name);
    return entry == null ? null : entry.value();
  }

  /** Where a property stands; the section if it is missing. */
  Place placeOf(String name) {
    Entry entry = mapping.entries().get(name);
    return entry == null ? mapping.place() : entry.place();
  }

  void problem(String name, String message) {
    problems.add(placeOf(name), child(name), message);
  }

  void missing(String name, String what) {
    problems.add(
        mapping.place(), path, "Expected " + what + ", but it is missing: property=" + name + ".");
  }

  /** A section within; null if it is missing or, with a problem, no mapping. */
  @Nullable Section section(String name, List<String> allowed) {
    Doc value = get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof Mapping inner) {
      return new Section(inner, child(name), allowed, problems);
    }
    if (value instanceof Scalar scalar && scalar.text().isEmpty()) {
      Mapping empty = new Mapping(placeOf(name), new LinkedHashMap<>());
      return new Section(empty, child(name), allowed, problems);
    }
    problem(
        name,
        "Expected a mapping of "
            + String.join(", ", allowed)
            + ", but it is "
            + value.kind()
            + ".");
    return null;
  }

  /** A text; null if it is missing or, with a problem, no single value. */
  @Nullable String text(String name) {
    Doc value = get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof Scalar scalar && !scalar.text().isEmpty()) {
      return scalar.text();
    }
    problem(name, "Expected a text, but it is " + value.kind() + ".");
    return null;
  }

  /** A duration in milliseconds, at least {@code least}, or the default. */
  long duration(String name, long defaultMs, long least) {
    String text = text(name);
    if (text == null) {
      return defaultMs;
    }
    try {
      long ms = Durations.parseMs(text);
      if (ms >= least) {
        return ms;
      }
      problem(
          name,
          "Expected "
              + (least > 0 ? "a positive duration" : "a duration of zero or more")
              + ", but it is less: "
              + name
              + "="
              + text
              + ".");
    } catch (IllegalArgumentException e) {
      problem(name, String.valueOf(e.getMessage()));
    }
    return defaultMs;
  }

  /** A duration that must be there and positive; 1 with a problem. */
  long requiredDuration(String name) {
    if (!has(name)) {
      missing(name, "a duration such as 5m");
    }
    return duration(name, 1, 1);
  }

  /** A whole number, at least {@code least}, or the default. */
  long number(String name, long defaultValue, long least) {
    String text = text(name);
    if (text == null) {
      return defaultValue;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    problem(
        name, "Expected a whole number from " + least + ", but it is another: value=" + text + ".");
    return defaultValue;
  }

  boolean flag(String name) {
    String text = text(name);
    if (text == null || text.equals("false")) {
      return false;
    }
    if (!text.equals("true")) {
      problem(name, "Expected true or false, but it is another: value=" + text + ".");
    }
    return true;
  }

  /** One of an enum's constants, written in lower case with dashes. */
  <T extends Enum<T>> T choice(String name, Class<T> type, T defaultValue) {
    String text = text(name);
    if (text == null) {
      return defaultValue;
    }
    List<String> words = List.of(type.getEnumConstants()).stream().map(Section::word).toList();
    int index = words.indexOf(text);
    if (index >= 0) {
      return type.getEnumConstants()[index];
    }
    String nearest = Suggestions.nearest(text, words);
    problem(
        name,
        "Expected one of "
            + String.join(", ", words)
            + ", but it is another: value="
            + text
            + "."
            + (nearest == null ? "" : " Did you mean '" + nearest + "'?"));
    return defaultValue;
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
