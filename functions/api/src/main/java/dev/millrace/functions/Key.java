package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the key: record components, fields or methods without parameters of the event, or one
 * method of the function class that takes the event. The function's method wins, so two functions
 * can key one event differently. Without any, the record's own key is the key.
 *
 * <p>Types: {@code String}, integers, {@code boolean}, {@code UUID}, enums, and {@code byte[]}
 * (alone). Several make a composite key, written as the text of a JSON array: {@code
 * ["JFK","B6",12]}. A null in any of them is a missing key, which rejects the record.
 *
 * <p>A key from the event brings the records together through an internal topic, unless {@link
 * AlreadyKeyed} says that they are.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD})
public @interface Key {

  /**
   * Position in a composite key. Members with the same order come as declared in a record; in a
   * class, whose members have no order, they must differ.
   */
  int order() default 0;
}
