package dev.millrace.engine.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.WindowSpec;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules W1 and W5. */
class AlignedWindowsTest {

  @ParameterizedTest
  @CsvSource({
    // size, offset, time, start, end
    "5000, 0, 0, 0, 5000",
    "5000, 0, 4999, 0, 5000",
    "5000, 0, 5000, 5000, 10000",
    "5000, 0, -1, -5000, 0",
    "5000, 0, -5000, -5000, 0",
    "5000, 0, -5001, -10000, -5000",
    "86400000, -28800000, 1704038399999, 1703952000000, 1704038400000",
    "86400000, 57600000, 1704038399999, 1703952000000, 1704038400000",
    "86400000, -28800000, 1704038400000, 1704038400000, 1704124800000",
    "1, 0, 7, 7, 8",
    "10, 13, 2, -7, 3",
    "10, -9223372036854775808, 0, -8, 2",
    "10, 0, -9223372036854775807, -9223372036854775808, -9223372036854775800",
    "10, 0, 9223372036854775806, 9223372036854775800, 9223372036854775807",
    "9223372036854775807, 0, 5, 0, 9223372036854775807",
  })
  void shouldHoldTimeWhenTumbling(long size, long offset, long time, long start, long end) {
    AlignedWindows windows = new TumblingWindows(size, offset);
    assertThat(windows.assign(time)).isEqualTo(1);
    assertThat(windows.startMs(0)).isEqualTo(start);
    assertThat(windows.endMs(0)).isEqualTo(end);
  }

  @Test
  void shouldBeAlignedStartsInSizeBeforeTimeWhenSliding() {
    assertThat(sliding(10000, 3000, 0, 0))
        .containsExactly("[-9000,1000)", "[-6000,4000)", "[-3000,7000)", "[0,10000)");
    assertThat(sliding(10000, 3000, 0, 1000))
        .containsExactly("[-6000,4000)", "[-3000,7000)", "[0,10000)");
    assertThat(sliding(10, 5, 2, -3)).containsExactly("[-8,2)", "[-3,7)");
    assertThat(sliding(10, 10, 0, 9)).containsExactly("[0,10)");
    assertThat(sliding(3, 10, 0, 2)).containsExactly("[0,3)");
    assertThat(sliding(3, 10, 0, 3)).isEmpty();
  }

  @Test
  void shouldSaturateWhenSlidingWindowsPassTheEndsOfLong() {
    assertThat(sliding(10, 5, 0, Long.MAX_VALUE - 1))
        .containsExactly(
            "[9223372036854775800,9223372036854775807)",
            "[9223372036854775805,9223372036854775807)");
    assertThat(sliding(10, 5, 0, Long.MIN_VALUE + 1))
        .containsExactly(
            "[-9223372036854775808,-9223372036854775805)",
            "[-9223372036854775808,-9223372036854775800)");
  }

  /** Slices are cut exactly where windows start or end. */
  @Test
  void shouldMakeUpWindowsWhenSlicesArePutTogether() {
    SplittableRandom random = new SplittableRandom(42);
    for (int round = 0; round < 2000; round++) {
      long size = random.nextLong(1, 50);
      long slide = random.nextLong(1, size + 1);
      long offset = random.nextLong(-100, 100);
      long time = random.nextLong(-500, 500);
      SlidingWindows windows = new SlidingWindows(size, slide, offset);
      SlidingSlices slices = new SlidingSlices(size, slide, offset);
      slices.assign(time);
      long start = slices.startMs();
      long end = slices.endMs();
      String seen = size + "/" + slide + "/" + offset + "@" + time + " [" + start + "," + end + ")";
      assertThat(time).as(seen).isBetween(start, end - 1);
      List<String> atStart = windows(windows, start);
      assertThat(windows(windows, end - 1)).as(seen).isEqualTo(atStart);
      assertThat(windows(windows, end)).as(seen).isNotEqualTo(atStart);
      assertThat(windows(windows, start - 1)).as(seen).isNotEqualTo(atStart);
      int last = windows.assign(start) - 1;
      assertThat(slices.lastWindowEndMs(start)).as(seen).isEqualTo(windows.endMs(last));
      assertThat(slices.firstWindowEndMs(end)).as(seen).isEqualTo(windows.endMs(0));
      assertThat(slices.windowStartMs(windows.endMs(0))).as(seen).isEqualTo(windows.startMs(0));
      assertThat(slices.number(end - 1)).as(seen).isEqualTo(slices.number(start));
      assertThat(slices.number(end)).as(seen).isEqualTo(slices.number(start) + 1);
      assertThat(slices.number(windows.endMs(0)) - slices.number(windows.startMs(0)))
          .as(seen)
          .isEqualTo(slices.slicesPerWindow());
    }
  }

  /** T3: numbers of slices do not go back, up to the ends of time. */
  @Test
  void shouldNumberSlicesInOrderWhenTimesAreExtreme() {
    for (long[] shape : new long[][] {{3, 2, 1}, {4, 2, 1}, {1, 1, 0}, {7, 3, -1}, {60, 60, 59}}) {
      SlidingSlices slices = new SlidingSlices(shape[0], shape[1], shape[2]);
      for (int i = 0; i < 200; i++) {
        long early = Long.MIN_VALUE + i;
        long late = Long.MAX_VALUE - 201 + i;
        assertThat(slices.number(early)).isLessThanOrEqualTo(slices.number(early + 1));
        assertThat(slices.number(late)).isLessThanOrEqualTo(slices.number(late + 1));
        assertThat(slices.number(early)).isNegative();
        assertThat(slices.number(late)).isPositive();
      }
    }
  }

  /** W5: days of 23 and 25 hours, weeks from Monday, months; without gap or overlap. */
  @ParameterizedTest
  @CsvSource({
    "DAY, America/New_York, 1741496400000, 1741496400000, 1741579200000",
    "DAY, America/New_York, 1741579199999, 1741496400000, 1741579200000",
    "DAY, America/New_York, 1762145999999, 1762056000000, 1762146000000",
    "DAY, America/New_York, 1762055999999, 1761969600000, 1762056000000",
    "DAY, UTC, -1, -86400000, 0",
    // Monday 2024-12-30 to Monday 2025-01-06
    "WEEK, UTC, 1735689600000, 1735516800000, 1736121600000",
    "WEEK, UTC, 1735516800000, 1735516800000, 1736121600000",
    "WEEK, UTC, 1735516799999, 1734912000000, 1735516800000",
    // February 2024, and March 2025 in Berlin with its short night
    "MONTH, UTC, 1709164800000, 1706745600000, 1709251200000",
    "MONTH, Europe/Berlin, 1743371999999, 1740783600000, 1743458400000",
  })
  void shouldFollowLocalDatesWhenCalendar(
      CalendarUnit unit, String zone, long time, long start, long end) {
    AlignedWindows windows = new CalendarWindows(unit, ZoneId.of(zone));
    assertThat(windows.assign(time)).isEqualTo(1);
    assertThat(windows.startMs(0)).isEqualTo(start);
    assertThat(windows.endMs(0)).isEqualTo(end);
  }

  /** Zones where midnight is skipped, comes twice, or a whole day is missing. */
  @ParameterizedTest
  @CsvSource({
    "America/New_York, 2025-01-01T00:00",
    "America/Sao_Paulo, 2018-01-01T00:00",
    "America/St_Johns, 2006-06-01T00:00",
    "America/Havana, 2024-01-01T00:00",
    "Asia/Beirut, 2024-01-01T00:00",
    "Pacific/Apia, 2011-06-01T00:00",
    "Australia/Lord_Howe, 2024-01-01T00:00",
  })
  void shouldTileTimeWhenZoneHasOddDays(String zone, String from) {
    for (CalendarUnit unit : CalendarUnit.values()) {
      CalendarWindows windows = new CalendarWindows(unit, ZoneId.of(zone));
      long time = LocalDateTime.parse(from).atZone(ZoneId.of("UTC")).toInstant().toEpochMilli();
      windows.assign(time);
      long start = windows.startMs(0);
      long end = windows.endMs(0);
      for (int minutes = 0; minutes < 400 * 24 * 60; minutes += 10) {
        long at = time + minutes * 60_000L;
        windows.assign(at);
        String seen = zone + " " + unit + " " + Instant.ofEpochMilli(at);
        assertThat(windows.startMs(0) <= at && at < windows.endMs(0)).as(seen).isTrue();
        if (windows.startMs(0) != start) {
          assertThat(windows.startMs(0)).as(seen).isEqualTo(end);
          start = windows.startMs(0);
          end = windows.endMs(0);
        }
        assertThat(windows.endMs(0)).as(seen).isEqualTo(end);
      }
    }
  }

  @Test
  void shouldSaturateWhenCalendarPassesTheEndsOfLong() {
    for (CalendarUnit unit : CalendarUnit.values()) {
      CalendarWindows windows = new CalendarWindows(unit, ZoneId.of("UTC"));
      windows.assign(Long.MAX_VALUE);
      assertThat(windows.endMs(0)).isEqualTo(Long.MAX_VALUE);
      windows.assign(Long.MIN_VALUE + 1);
      assertThat(windows.startMs(0)).isEqualTo(Long.MIN_VALUE);
      assertThat(windows.endMs(0)).isGreaterThan(Long.MIN_VALUE + 1);
    }
  }

  @Test
  void shouldRefuseWhenWindowsDependOnRecords() {
    assertThatThrownBy(() -> WindowAssigners.aligned(new WindowSpec.Session(10)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time alone");
  }

  private static List<String> sliding(long size, long slide, long offset, long time) {
    return windows(new SlidingWindows(size, slide, offset), time);
  }

  private static List<String> windows(AlignedWindows windows, long time) {
    List<String> found = new ArrayList<>();
    int count = windows.assign(time);
    for (int i = 0; i < count; i++) {
      found.add("[" + windows.startMs(i) + "," + windows.endMs(i) + ")");
    }
    return found;
  }
}
