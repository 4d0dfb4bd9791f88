package dev.millrace.engine.window;

import dev.millrace.functions.spec.CalendarUnit;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;

/**
 * Local days, weeks (from Monday) or months of a time zone. Both ends are the first instant of a
 * local date, so days have 23, 24 or 25 hours, and windows follow each other without gap or
 * overlap. Recent boundaries are cached: a stream that goes back and forth over midnight allocates
 * nothing either.
 */
public final class CalendarWindows implements AlignedWindows {
  private static final int CACHED = 64;
  private static final long CACHE_STEP_MS = 6L * 3_600_000;

  private final CalendarUnit unit;
  private final ZoneId zone;
  private final long[] starts = new long[CACHED];
  private final long[] ends = new long[CACHED];
  private int current;

  public CalendarWindows(CalendarUnit unit, ZoneId zone) {
    this.unit = unit;
    this.zone = zone;
  }

  @Override
  public int assign(long timeMs) {
    current = (int) Math.floorMod(Math.floorDiv(timeMs, CACHE_STEP_MS), (long) CACHED);
    if (timeMs < starts[current] || timeMs >= ends[current]) {
      look(timeMs);
    }
    return 1;
  }

  @Override
  public long startMs(int index) {
    return starts[current];
  }

  @Override
  public long endMs(int index) {
    return ends[current];
  }

  private void look(long timeMs) {
    LocalDate first = firstDate(Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDate());
    LocalDate next = next(first);
    // Where clocks go back over midnight (00:01 to 23:01), an evening comes twice; the second one
    // is after the first instant of the next date and belongs there.
    while (firstInstantMs(next) <= timeMs && firstInstantMs(next) != Long.MAX_VALUE) {
      first = next;
      next = next(first);
    }
    starts[current] = firstInstantMs(first);
    ends[current] = firstInstantMs(next);
  }

  private LocalDate firstDate(LocalDate date) {
    return switch (unit) {
      case DAY -> date;
      case WEEK -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case MONTH -> date.withDayOfMonth(1);
    };
  }

  private LocalDate next(LocalDate first) {
    return switch (unit) {
      case DAY -> first.plusDays(1);
      case WEEK -> first.plusWeeks(1);
      case MONTH -> first.plusMonths(1);
    };
  }

  private long firstInstantMs(LocalDate date) {
    Instant instant = date.atStartOfDay(zone).toInstant();
    try {
      return instant.toEpochMilli();
    } catch (ArithmeticException e) {
      return instant.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }
}
