package dev.millrace.testkit.oracle;

import dev.millrace.functions.spec.WindowSpec;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;

/** Which aligned windows an instant lies in (rules W1, W5), found by looking at candidates. */
final class OracleWindows {

  /** A window {@code [start, end)}. */
  record Bounds(long startMs, long endMs) {
    boolean holds(long tsMs) {
      return startMs <= tsMs && tsMs < endMs;
    }
  }

  private OracleWindows() {}

  /** In ascending order; empty for sessions, which depend on what is open. */
  static List<Bounds> of(WindowSpec spec, long tsMs) {
    if (spec instanceof WindowSpec.Tumbling t) {
      return regular(t.sizeMs(), t.sizeMs(), t.offsetMs(), tsMs);
    }
    if (spec instanceof WindowSpec.Sliding s) {
      return regular(s.sizeMs(), s.slideMs(), s.offsetMs(), tsMs);
    }
    if (spec instanceof WindowSpec.Calendar c) {
      return List.of(calendar(c, tsMs));
    }
    if (spec instanceof WindowSpec.Global) {
      return List.of(new Bounds(Long.MIN_VALUE, Long.MAX_VALUE));
    }
    return List.of();
  }

  private static List<Bounds> regular(long size, long slide, long offset, long tsMs) {
    List<Bounds> found = new ArrayList<>();
    long about = (tsMs - offset) / slide;
    long reach = size / slide + 2;
    for (long k = about - reach; k <= about + reach; k++) {
      Bounds candidate = new Bounds(k * slide + offset, k * slide + offset + size);
      if (candidate.holds(tsMs)) {
        found.add(candidate);
      }
    }
    return found;
  }

  private static Bounds calendar(WindowSpec.Calendar spec, long tsMs) {
    LocalDate day = Instant.ofEpochMilli(tsMs).atZone(spec.zone()).toLocalDate();
    LocalDate first =
        switch (spec.unit()) {
          case DAY -> day;
          case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
          case MONTH -> day.withDayOfMonth(1);
        };
    LocalDate next =
        switch (spec.unit()) {
          case DAY -> first.plusDays(1);
          case WEEK -> first.plusWeeks(1);
          case MONTH -> first.plusMonths(1);
        };
    return new Bounds(
        first.atStartOfDay(spec.zone()).toInstant().toEpochMilli(),
        next.atStartOfDay(spec.zone()).toInstant().toEpochMilli());
  }
}
