package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Windows of one size that start every {@code slide} and overlap (rule W5). */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Sliding {

  /** Length; positive. */
  String size();

  /** Distance of the starts; positive, at most the size, which it need not divide. */
  String slide();

  /** Shift of the starts from the epoch; may be negative. */
  String offset() default "0s";
}
