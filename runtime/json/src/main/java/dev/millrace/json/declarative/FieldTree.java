package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that a function needs, as a tree along which an event is read once. */
final class FieldTree {
  static final int NO_SLOT = -1;

  private record Named(byte[] name, FieldTree tree) {}

  private final Map<Object, FieldTree> children = new HashMap<>();

  /** The fields among the children, for a look-up by bytes: they are few. */
  private final List<Named> fields = new ArrayList<>();

  private final String path;
  private int slot = NO_SLOT;

  FieldTree(String path) {
    this.path = path;
  }

  /** The node of a path, made if it is new. */
  FieldTree at(FieldPath wanted) {
    FieldTree node = this;
    for (Object step : wanted.steps()) {
      node = node.child(step, wanted.text());
    }
    return node;
  }

  private FieldTree child(Object step, String wanted) {
    FieldTree present = children.get(step);
    if (present != null) {
      return present;
    }
    FieldTree made = new FieldTree(wanted);
    children.put(step, made);
    if (step instanceof String name) {
      fields.add(new Named(name.getBytes(UTF_8), made));
    }
    return made;
  }

  /** The field whose name in UTF-8 is {@code [from, to)} of the bytes, or null. */
  @Nullable FieldTree field(byte[] bytes, int from, int to) {
    for (int i = 0; i < fields.size(); i++) {
      Named named = fields.get(i);
      if (Arrays.equals(named.name(), 0, named.name().length, bytes, from, to)) {
        return named.tree();
      }
    }
    return null;
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
