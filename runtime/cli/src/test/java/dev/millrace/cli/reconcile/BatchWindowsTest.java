package dev.millrace.cli.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.reconcile.BatchWindows.Span;
import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.WindowSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class BatchWindowsTest {

  @Test
  void shouldBeHalfOpenWhenTheInstantIsOnABound() {
    WindowSpec tumbling = new WindowSpec.Tumbling(10, 0);
    assertThat(BatchWindows.of(tumbling, 9)).containsExactly(new Span(0, 10));
    assertThat(BatchWindows.of(tumbling, 10)).containsExactly(new Span(10, 20));
    assertThat(BatchWindows.of(tumbling, -1)).containsExactly(new Span(-10, 0));
  }

  @Test
  void shouldFindAllWindowsWhenTheSlideDoesNotDivideTheSize() {
    assertThat(BatchWindows.of(new WindowSpec.Sliding(10, 4, 1), 9))
        .containsExactly(new Span(9, 19), new Span(5, 15), new Span(1, 11));
  }

  @Test
  void shouldHaveTwentyThreeHoursWhenTheClockIsPutForward() {
    WindowSpec days = new WindowSpec.Calendar(CalendarUnit.DAY, ZoneId.of("Europe/Berlin"));
    Span span = BatchWindows.of(days, Instant.parse("2026-03-29T10:00:00Z").toEpochMilli()).get(0);
    assertThat(span.endMs() - span.startMs()).isEqualTo(Duration.ofHours(23).toMillis());
  }

  @Test
  void shouldBeginOnMondayWhenTheUnitIsAWeek() {
    WindowSpec weeks = new WindowSpec.Calendar(CalendarUnit.WEEK, ZoneId.of("UTC"));
    Span span = BatchWindows.of(weeks, Instant.parse("2026-01-01T00:00:00Z").toEpochMilli()).get(0);
    assertThat(Instant.ofEpochMilli(span.startMs())).isEqualTo("2025-12-29T00:00:00Z");
  }
}
