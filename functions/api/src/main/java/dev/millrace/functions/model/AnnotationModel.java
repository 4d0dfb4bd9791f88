package dev.millrace.functions.model;

import java.util.Map;

/**
 * An annotation of this API.
 *
 * @param name its simple name, as {@code Tumbling}
 * @param values what is given, as text; enums by their constant's name. What is absent has its
 *     default.
 */
public record AnnotationModel(String name, Map<String, String> values) {

  public AnnotationModel {
    values = Map.copyOf(values);
  }

  /** A value, or its default. */
  public String value(String key, String defaultValue) {
    return values.getOrDefault(key, defaultValue);
  }
}
