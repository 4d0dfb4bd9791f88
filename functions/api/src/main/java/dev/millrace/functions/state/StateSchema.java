package dev.millrace.functions.state;

import java.util.List;

/**
 * Named fields of a stored accumulator. Canonical text, for example {@code Totals{flights:long,
 * delays:list<long>?,at:Point{x:double,y:double}?}}; without blanks. A {@code ?} marks what may be
 * null. Two schemas are compatible without conversion when their {@link #layout}s are equal.
 *
 * @param name name of the type, for messages; part of compatibility only if it begins with
 *     {@code @}, as those of the built-in aggregates do
 * @param fields in the order in which they are written
 */
public record StateSchema(String name, List<Field> fields) {

  public StateSchema {
    fields = List.copyOf(fields);
  }

  /**
   * A field.
   *
   * @param name unique within the schema
   * @param type canonical text of the type
   */
  public record Field(String name, String type) {}

  /**
   * Reads what {@link #text} writes.
   *
   * @throws IllegalArgumentException if it is no schema
   */
  public static StateSchema parse(String text) {
    if (WireSchema.parse(text) instanceof WireSchema.Struct struct) {
      return struct.toStateSchema();
    }
    throw new IllegalArgumentException(
        "Expected a schema such as Totals{flights:long}, but it has no fields: text=" + text + ".");
  }

  /** The canonical text with the names of types. */
  public String text() {
    return WireSchema.Struct.of(this).text();
  }

  /** The canonical text without the names of types: equal for equal layouts of bytes. */
  public String layout() {
    return WireSchema.Struct.of(this).layout();
  }
}
