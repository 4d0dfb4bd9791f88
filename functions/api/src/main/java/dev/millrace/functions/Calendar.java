package dev.millrace.functions;

import dev.millrace.functions.spec.CalendarUnit;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Local days, weeks or months; a day may have 23 or 25 hours (rule W5). */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Calendar {

  /** Day, week (from Monday) or month. */
  CalendarUnit unit();

  /** Name of the time zone, as {@code "Europe/Berlin"}. */
  String zone();
}
