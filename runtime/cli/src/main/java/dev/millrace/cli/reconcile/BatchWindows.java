package dev.millrace.cli.reconcile;

import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.WindowSpec;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;

/**
 * The windows that an instant lies in, found in the plainest way. Shares nothing with the engine on
 * purpose: it is there to catch the engine's mistakes.
 */
final class BatchWindows {

  /** {@code [startMs, endMs)}. */
  record Span(long startMs, long endMs) {}

  private BatchWindows() {}

  /**
   * The windows of an instant.
   *
   * @throws IllegalArgumentException for sessions, which do not come from an instant alone
   */
  static List<Span> of(WindowSpec spec, long timeMs) {
    if (spec instanceof WindowSpec.Tumbling tumbling) {
      return sliding(tumbling.sizeMs(), tumbling.sizeMs(), tumbling.offsetMs(), timeMs);
    }
    if (spec instanceof WindowSpec.Sliding sliding) {
      return sliding(sliding.sizeMs(), sliding.slideMs(), sliding.offsetMs(), timeMs);
    }
    if (spec instanceof WindowSpec.Calendar calendar) {
      return List.of(calendar(calendar.unit(), calendar.zone(), timeMs));
    }
    if (spec instanceof WindowSpec.Global) {
      return List.of(new Span(Long.MIN_VALUE, Long.MAX_VALUE));
    }
    throw new IllegalArgumentException("Expected aligned windows, but got others: " + spec);
  }

  /** Tries every start from the last one back. */
  private static List<Span> sliding(long sizeMs, long slideMs, long offsetMs, long timeMs) {
    List<Span> spans = new ArrayList<>();
    long start = Math.floorDiv(timeMs - offsetMs, slideMs) * slideMs + offsetMs;
    while (start + sizeMs > timeMs) {
      spans.add(new Span(start, start + sizeMs));
      start -= slideMs;
    }
    return spans;
  }

  private static Span calendar(CalendarUnit unit, ZoneId zone, long timeMs) {
    LocalDate day = Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDate();
    return switch (unit) {
      case DAY -> span(day, day.plusDays(1), zone);
      case WEEK -> {
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        yield span(monday, monday.plusWeeks(1), zone);
      }
      case MONTH -> {
        LocalDate first = day.withDayOfMonth(1);
        yield span(first, first.plusMonths(1), zone);
      }
    };
  }

  private static Span span(LocalDate first, LocalDate next, ZoneId zone) {
    return new Span(
        first.atStartOfDay(zone).toInstant().toEpochMilli(),
        next.atStartOfDay(zone).toInstant().toEpochMilli());
  }
}
