package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States that a class or method is deterministic although the build finds something in it that
 * looks otherwise, such as a clock that only feeds a metric. The build does not look into it then:
 * results that differ after a replay are the author's to answer for.
 */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface DeterministicBecause {

  /** The reason, for the next reader; must not be blank. */
  String value();
}
