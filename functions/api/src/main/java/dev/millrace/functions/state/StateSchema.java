package dev.millrace.functions.state;

import java.util.List;

/**
 * Named fields of a stored accumulator. Canonical text, for example {@code Totals{flights:long,
 * delays:list<long>, at:Point{x:double,y:double}}}; two schemas are equal when their texts are.
 *
 * @param name name of the type, for messages; not part of compatibility
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
}
