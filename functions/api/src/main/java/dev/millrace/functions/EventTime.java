package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks where event time comes from (rule W7): a record component, a field or a method without
 * parameters of the event, or a method of the function class that takes the event. The function's
 * method wins, so two functions can read different times from one event.
 *
 * <p>Types: {@code long} or {@code Long} (epoch milliseconds; -1 is "none"), {@code Instant},
 * {@code OffsetDateTime}, {@code ZonedDateTime}, {@code java.util.Date}, and {@code String} in
 * ISO-8601 with an offset. Null, or a text that cannot be read, rejects the record.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD})
public @interface EventTime {}
