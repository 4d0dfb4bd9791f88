package dev.millrace.json.declarative;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that a function needs, as a tree along which an event is read once. */
final class FieldTree {
  static final int NO_SLOT = -1;

  private final Map<Object, FieldTree> children = new HashMap<>();
  private final String path;
  private int slot = NO_SLOT;

  FieldTree(String path) {
    this.path = path;
  }

  /** The node of a path, made if it is new. */
  FieldTree at(FieldPath wanted) {
    FieldTree node = this;
    for (Object step : wanted.steps()) {
      node = node.children.computeIfAbsent(step, s -> new FieldTree(wanted.text()));
    }
    return node;
  }

  @Nullable FieldTree field(String name) {
    return children.get(name);
  }

  @Nullable FieldTree element(int index) {
    return children.isEmpty() ? null : children.get(index);
  }

  boolean isEmpty() {
    return children.isEmpty();
  }

  /** Where the value goes, or {@link #NO_SLOT}. */
  int slot() {
    return slot;
  }

  void slot(int number) {
    slot = number;
  }

  /** For messages. */
  String path() {
    return path;
  }
}
