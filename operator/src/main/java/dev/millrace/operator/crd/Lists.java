package dev.millrace.operator.crd;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Absent collections of a resource are empty ones. */
final class Lists {
  private Lists() {}

  static <T> List<T> copy(@Nullable List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  static <V> Map<String, V> copy(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : Map.copyOf(map);
  }
}
