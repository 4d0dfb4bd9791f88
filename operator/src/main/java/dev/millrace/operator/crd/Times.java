package dev.millrace.operator.crd;

import java.time.Duration;
import java.util.regex.Matcher;

/**
 * Durations as the resource writes them: a whole number and {@code ms}, {@code s}, {@code m},
 * {@code h}.
 */
public final class Times {
  /** What the schema lets through; CEL's {@code duration()} reads it, too. */
  public static final String PATTERN = "^([0-9]{1,9})(ms|s|m|h)$";

  private static final java.util.regex.Pattern FORM = java.util.regex.Pattern.compile(PATTERN);

  private Times() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Expected a duration as 500ms, 30s, 5m or 12h, but got other text: text=" + text + ".");
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }

  /** A duration for people: its largest two units, as {@code 3d4h}, {@code 12s}; from 0 on. */
  public static String text(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds >= 86_400) {
      return two(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h");
    }
    if (seconds >= 3_600) {
      return two(seconds / 3_600, "h", seconds % 3_600 / 60, "m");
    }
    return seconds >= 60 ? two(seconds / 60, "m", seconds % 60, "s") : seconds + "s";
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : small + smallUnit);
  }
}
