package dev.millrace.functions;

import dev.millrace.functions.spec.IdlePolicy;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How event time moves (rules W2, W7, W8). Without it, its defaults hold. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Watermarks {

  /** How far behind the largest event time a record may be and still be on time. */
  String outOfOrderness() default "0s";

  /** How far ahead of the clock an event time may be; {@code "unlimited"} for no guard. */
  String maxAhead() default "1h";

  /** Silence after which a partition counts as idle; {@code "never"} for never. */
  String idleTimeout() default "30s";

  /** What the watermark does while partitions are idle. */
  IdlePolicy idlePolicy() default IdlePolicy.PACE;

  /**
   * Whether the Kafka timestamp is the event time, whatever {@link EventTime} says on the event.
   * The function itself must then have none.
   */
  boolean useRecordTimestamp() default false;
}
