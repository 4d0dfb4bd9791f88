package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How long windows take late records (rule W3). Without it: not at all. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Lateness {

  /** Event time after the end of a window during which it still takes records. */
  String allowed();

  /** Whether the last pane is repeated, marked final, when the window closes (rule W9). */
  boolean announceClose() default false;
}
