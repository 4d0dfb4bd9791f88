package dev.millrace.avro;

import java.lang.reflect.Type;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A class that was generated from the schema of a record.
 *
 * @param schema that of the class
 * @param model with the conversions of its logical types
 */
record RecordClass(String name, Schema schema, SpecificData model) {

  static boolean isOne(Type type) {
    return type instanceof Class<?> c
        && c != SpecificRecordBase.class
        && SpecificRecordBase.class.isAssignableFrom(c);
  }

  /**
   * The class of a type.
   *
   * @throws IllegalArgumentException if it is not generated from a schema
   */
  static RecordClass of(Type type) {
    if (!isOne(type)) {
      throw new IllegalArgumentException(
          "Expected a class generated from an Avro schema, but it is none: type="
              + type.getTypeName()
              + ". Generate classes from the schema; generic and reflect records are not read.");
    }
    Class<?> c = (Class<?>) type;
    SpecificData model = SpecificData.getForClass(c);
    return new RecordClass(c.getName(), model.getSchema(c), model);
  }
}
