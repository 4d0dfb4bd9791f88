package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Windows of one size that follow each other without gap (rule W5). */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Tumbling {

  /** Length; positive. */
  String size();

  /** Shift of the starts from the epoch; may be negative, as {@code "-8h"} for days of UTC+8. */
  String offset() default "0s";
}
