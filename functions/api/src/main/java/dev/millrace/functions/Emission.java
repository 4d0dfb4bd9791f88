package dev.millrace.functions;

import dev.millrace.functions.spec.EmissionMode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** When panes are emitted (rule W9). Without it: when the window is complete. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Emission {

  EmissionMode mode();

  /** With {@link EmissionMode#EARLY}: a pane after so many new records of a window; 0 for none. */
  long everyRecords() default 0;

  /**
   * With {@link EmissionMode#EARLY}: a pane after so long, by the records' Kafka timestamps; empty
   * for none.
   */
  String every() default "";
}
