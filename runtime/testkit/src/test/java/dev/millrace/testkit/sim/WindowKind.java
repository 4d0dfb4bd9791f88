package dev.millrace.testkit.sim;

import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.WindowSpec;
import java.time.ZoneId;
import java.util.List;
import java.util.SplittableRandom;

/** The kinds of windows, each with the time scale that makes its windows interesting. */
enum WindowKind {
  TUMBLING(1, 0),
  SLIDING(1, 0),
  SESSION(1, 0),
  /** Around the change to summer time in New York in 2025, a tick being two hours. */
  CALENDAR(2 * 3600 * 1000L, 1_741_400_000_000L),
  GLOBAL(1, 0);

  private static final List<CalendarUnit> UNITS =
      List.of(CalendarUnit.DAY, CalendarUnit.DAY, CalendarUnit.WEEK, CalendarUnit.MONTH);

  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("America/New_York"),
          ZoneId.of("UTC"),
          ZoneId.of("Asia/Kathmandu"),
          ZoneId.of("Australia/Lord_Howe"),
          ZoneId.of("America/Sao_Paulo"));

  /** Milliseconds of the unit in which a scenario counts. */
  final long tickMs;

  final long originMs;

  WindowKind(long tickMs, long originMs) {
    this.tickMs = tickMs;
    this.originMs = originMs;
  }

  WindowSpec random(SplittableRandom random) {
    return switch (this) {
      case TUMBLING -> new WindowSpec.Tumbling(random.nextInt(1, 25), random.nextInt(-30, 30));
      case SLIDING -> sliding(random);
      case SESSION -> new WindowSpec.Session(random.nextInt(1, 15));
      case CALENDAR ->
          new WindowSpec.Calendar(
              UNITS.get(random.nextInt(UNITS.size())), ZONES.get(random.nextInt(ZONES.size())));
      case GLOBAL -> new WindowSpec.Global();
    };
  }

  private static WindowSpec sliding(SplittableRandom random) {
    long slide = random.nextInt(1, 12);
    return new WindowSpec.Sliding(slide + random.nextInt(0, 20), slide, random.nextInt(-30, 30));
  }
}
