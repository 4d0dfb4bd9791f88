package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A stream function: a plain class that implements {@link WindowFunction}, {@link
 * MergeableWindowFunction} or {@link dev.millrace.functions.aggregate.AggregateFunction}, has a
 * constructor without parameters and carries exactly one window annotation ({@link Tumbling},
 * {@link Sliding}, {@link Session}, {@link Calendar}, {@link Global}). Or one that implements
 * {@link RecordFunction} and has no window: it takes each record by itself.
 *
 * <pre>{@code
 * record Flight(@Key String carrier, @EventTime Instant departedAt, long delayMinutes) {}
 *
 * @StreamFunction("delays-by-carrier")
 * @Tumbling(size = "1h")
 * @Watermarks(outOfOrderness = "12h")
 * class DelaysByCarrier implements AggregateFunction<Flight, Long> {
 *   public Aggregate<Flight, ?, Long> aggregate() {
 *     return Aggregates.sumLong(Flight::delayMinutes);
 *   }
 * }
 * }</pre>
 *
 * <p>All durations in annotations are texts such as {@code "5m"}, {@code "1h 30m"}, {@code "500ms"}
 * or ISO-8601 ({@code "PT1H"}).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface StreamFunction {

  /**
   * Name, unique among the functions of an application: 1 to 63 lower case letters, digits and
   * dashes, beginning and ending with a letter or digit.
   */
  String value();

  /** Name of the codec for events and results; empty for the one that fits their types best. */
  String codec() default "";
}
