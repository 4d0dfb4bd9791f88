package dev.millrace.functions.state;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Access to the fields of a record, or of a class with a constructor without parameters and fields
 * that can be written. Generated at build time for native use; reflective in unit tests.
 */
public interface RecordShape<T> {

  /** Name of the class, as {@link Class#getName} gives it. */
  String className();

  /** The fields: a record's in their order, a class's sorted by name. */
  List<Field> fields();

  /**
   * Makes an object.
   *
   * @param values one per field, boxed; null only where the field is no primitive
   */
  T create(@Nullable Object[] values);

  /** Reads a field, boxed. */
  @Nullable Object read(T object, int index);

  /** Whether the fields of an object cannot be assigned: true for records. */
  boolean isRecord();

  /** A field's name and declared type. */
  record Field(String name, TypeRef type) {}
}
