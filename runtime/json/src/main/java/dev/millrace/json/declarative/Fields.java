package dev.millrace.json.declarative;

/** Hands out the slots of the fields that a function needs; one per path. */
final class Fields {
  private final FieldTree root = new FieldTree("");
  private int count;

  /** The slot of a path. */
  int slot(FieldPath path) {
    FieldTree node = root.at(path);
    if (node.slot() == FieldTree.NO_SLOT) {
      node.slot(count++);
    }
    return node.slot();
  }

  FieldTree root() {
    return root;
  }

  int count() {
    return count;
  }
}
