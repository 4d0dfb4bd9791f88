package dev.millrace.functions.time;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/**
 * From the types that {@link dev.millrace.functions.EventTime} may stand on to epoch milliseconds
 * (rule W7). Null is {@link EventTimeExtractor#NONE}. Fractions of a millisecond are cut off
 * towards the past.
 */
public final class EventTimes {

  private EventTimes() {}

  /** Epoch milliseconds; Kafka's "no timestamp" (-1) is none. */
  public static long of(long epochMs) {
    return epochMs == -1 ? EventTimeExtractor.NONE : epochMs;
  }

  /** Epoch milliseconds; Kafka's "no timestamp" (-1) is none. */
  public static long of(@Nullable Long epochMs) {
    return epochMs == null ? EventTimeExtractor.NONE : of(epochMs.longValue());
  }

  /**
   * An instant.
   *
   * @throws ArithmeticException if it does not fit milliseconds
   */
  public static long of(@Nullable Instant instant) {
    return instant == null ? EventTimeExtractor.NONE : instant.toEpochMilli();
  }

  /** As {@link #of(Instant)}. */
  public static long of(@Nullable OffsetDateTime time) {
    return time == null ? EventTimeExtractor.NONE : time.toInstant().toEpochMilli();
  }

  /** As {@link #of(Instant)}. */
  public static long of(@Nullable ZonedDateTime time) {
    return time == null ? EventTimeExtractor.NONE : time.toInstant().toEpochMilli();
  }

  /** A date's instant. */
  @SuppressWarnings("JavaUtilDate") // users' events have them
  public static long of(@Nullable Date date) {
    return date == null ? EventTimeExtractor.NONE : date.getTime();
  }

  /**
   * A text in ISO-8601 with an offset, as {@code 2013-01-01T13:00:00Z} or {@code
   * 2013-01-01T08:00:00.250-05:00}.
   *
   * @throws java.time.DateTimeException if it is none; a local time without an offset is none
   */
  public static long of(@Nullable String text) {
    if (text == null) {
      return EventTimeExtractor.NONE;
    }
    long quick = IsoTimes.parseUtc(text);
    return quick != EventTimeExtractor.NONE
        ? quick
        : DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from).toEpochMilli();
  }

  /**
   * A value of any of these types, where the type is only known at run time.
   *
   * @throws IllegalArgumentException if it has another type
   */
  @SuppressWarnings("JavaUtilDate") // users' events have them
  public static long ofAny(@Nullable Object value) {
    if (value instanceof Long epochMs) {
      return of(epochMs);
    }
    if (value instanceof Instant instant) {
      return of(instant);
    }
    if (value instanceof String text) {
      return of(text);
    }
    if (value instanceof OffsetDateTime time) {
      return of(time);
    }
    if (value instanceof ZonedDateTime time) {
      return of(time);
    }
    if (value instanceof Date date) {
      return of(date);
    }
    if (value == null) {
      return EventTimeExtractor.NONE;
    }
    throw new IllegalArgumentException(
        "Expected an event time that is a number of milliseconds, a java.time instant or a text, but"
            + " it has another type: type="
            + value.getClass().getName()
            + ".");
  }
}
