package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A window per burst of events of a key (rule W6). Needs a function that can merge: {@link
 * MergeableWindowFunction} or {@link dev.millrace.functions.aggregate.AggregateFunction}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Session {

  /** Events at most so far apart belong together; positive. */
  String gap();
}
