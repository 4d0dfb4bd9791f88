package dev.millrace.json.declarative;

import java.util.List;
import java.util.Map;

/** A document as a tree whose nodes know where they stand. */
sealed interface Doc {

  /** Where the node begins. */
  Place place();

  /** A place in the text, counted from 1. */
  record Place(int line, int column) {}

  /** Named parts in their order. */
  record Mapping(Place place, Map<String, Entry> entries) implements Doc {}

  /** A name's place and what it names. */
  record Entry(Place place, Doc value) {}

  /** A list. */
  record Sequence(Place place, List<Doc> items) implements Doc {}

  /** A text, number or boolean, as its text; empty for null. */
  record Scalar(Place place, String text) implements Doc {}

  /** What a node is, for messages. */
  default String kind() {
    if (this instanceof Mapping) {
      return "a mapping";
    }
    if (this instanceof Sequence) {
      return "a list";
    }
    return this instanceof Scalar scalar && scalar.text().isEmpty() ? "empty" : "a single value";
  }
}
