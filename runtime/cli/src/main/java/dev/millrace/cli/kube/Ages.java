package dev.millrace.cli.kube;

import dev.millrace.cli.term.Values;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Times as kubectl tells them: how long ago, in the largest two units. */
final class Ages {
  private static final long MINUTE_S = 60;
  private static final long HOUR_S = 3_600;
  private static final long DAY_S = 86_400;

  private Ages() {}

  /** How long before a time another one was; a dash if that is no time. */
  static String since(String time, Instant now) {
    try {
      return text(Duration.between(Instant.parse(time), now));
    } catch (DateTimeException e) {
      return Values.text(null);
    }
  }

  /** In how long a time comes; {@code due} once it has, a dash if it is no time. */
  static String until(String time, Instant now) {
    try {
      Duration left = Duration.between(now, Instant.parse(time));
      return left.isNegative() || left.isZero() ? "due" : "in " + text(left);
    } catch (DateTimeException e) {
      return Values.text(null);
    }
  }

  /** A duration as {@code 3d4h}, {@code 12s}; what is negative counts as nothing. */
  static String text(Duration duration) {
    long s = Math.max(0, duration.toSeconds());
    if (s >= DAY_S) {
      return two(s / DAY_S, "d", s % DAY_S / HOUR_S, "h");
    }
    if (s >= HOUR_S) {
      return two(s / HOUR_S, "h", s % HOUR_S / MINUTE_S, "m");
    }
    return s >= MINUTE_S ? two(s / MINUTE_S, "m", s % MINUTE_S, "s") : s + "s";
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : small + smallUnit);
  }
}
