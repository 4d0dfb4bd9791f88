package dev.millrace.functions.spec;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code "5m"}, {@code "1h 30m"}, {@code "500ms"}, {@code "-8h"},
 * {@code "0"}, or ISO-8601 ({@code "PT1H"}). Units are d (24 hours), h, m, s and ms; each at most
 * once, from the largest down. The finest step is a millisecond.
 */
public final class Durations {
  private static final String[] UNITS = {"d", "h", "m", "s", "ms"};
  private static final long[] UNIT_MS = {86_400_000, 3_600_000, 60_000, 1_000, 1};

  private static final Pattern WORDS =
      Pattern.compile(
          "([0-9]+) *(d|days?|h|hours?|hrs?|m|minutes?|mins?|s|seconds?|secs?|milliseconds?|millis)");

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @return milliseconds, negative if the text begins with a minus
   * @throws IllegalArgumentException if it is no duration or does not fit; the message says what
   *     would be one
   */
  public static long parseMs(String text) {
    String trimmed = text.strip();
    try {
      if (trimmed.isEmpty()) {
        throw malformed(text, "it is empty");
      }
      return isIso(trimmed) ? parseIso(text, trimmed) : parseUnits(text, trimmed);
    } catch (ArithmeticException e) {
      throw malformed(text, "it does not fit 64 bits of milliseconds");
    }
  }

  /** The shortest text that {@link #parseMs} reads as so many milliseconds. */
  public static String format(long ms) {
    if (ms == 0) {
      return "0s";
    }
    StringBuilder text = new StringBuilder(ms < 0 ? "-" : "");
    long rest = ms;
    for (int i = 0; i < UNITS.length; i++) {
      long count = Math.abs(rest / UNIT_MS[i]);
      if (count != 0) {
        text.append(text.length() > 1 ? " " : "");
        text.append(count).append(UNITS[i]);
        rest %= UNIT_MS[i];
      }
    }
    return text.toString();
  }

  private static boolean isIso(String text) {
    int first = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    return text.length() > first && Character.toUpperCase(text.charAt(first)) == 'P';
  }

  private static long parseIso(String text, String trimmed) {
    try {
      Duration duration = Duration.parse(trimmed);
      if (!duration.equals(duration.truncatedTo(ChronoUnit.MILLIS))) {
        throw malformed(text, "it is finer than a millisecond");
      }
      return duration.toMillis();
    } catch (DateTimeException e) {
      throw malformed(text, "it is not ISO-8601");
    }
  }

  private static long parseUnits(String text, String trimmed) {
    boolean negative = trimmed.charAt(0) == '-';
    int at = negative || trimmed.charAt(0) == '+' ? 1 : 0;
    if (trimmed.substring(at).equals("0")) {
      return 0;
    }
    long total = 0;
    int lastUnit = -1;
    while (at < trimmed.length()) {
      int digits = skip(trimmed, at, true);
      int letters = skip(trimmed, digits, false);
      if (digits == at || letters == digits) {
        throw malformed(text, digits == at ? "a number is missing" : "a unit is missing");
      }
      int unit = unitIndex(text, trimmed.substring(digits, letters));
      if (unit <= lastUnit) {
        throw malformed(text, "its units are repeated or not from the largest down");
      }
      long count = parseCount(text, trimmed.substring(at, digits));
      total = Math.addExact(total, Math.multiplyExact(negative ? -count : count, UNIT_MS[unit]));
      lastUnit = unit;
      at = skipSpaces(trimmed, letters);
    }
    if (lastUnit < 0) {
      throw malformed(text, "a number is missing");
    }
    return total;
  }

  private static long parseCount(String text, String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw malformed(text, "it does not fit 64 bits of milliseconds");
    }
  }

  private static int skip(String text, int from, boolean digits) {
    int at = from;
    while (at < text.length() && (digits ? isDigit(text.charAt(at)) : isLetter(text.charAt(at)))) {
      at++;
    }
    return at;
  }

  private static int skipSpaces(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static int unitIndex(String text, String unit) {
    String wanted = unit.toLowerCase(Locale.ROOT);
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i].equals(wanted)) {
        return i;
      }
    }
    throw malformed(text, "there is no unit '" + unit + "'");
  }

  private static IllegalArgumentException malformed(String text, String seen) {
    return new IllegalArgumentException(
        "Expected a duration such as \"5m\", \"1h 30m\", \"500ms\" or \"PT1H\", but "
            + seen
            + ": text=\""
            + text
            + "\". "
            + suggestion(text)
            + "Units are d, h, m, s and ms.");
  }

  /** For a unit written as a word, such as "1 hour". */
  private static String suggestion(String text) {
    Matcher words = WORDS.matcher(text.strip().toLowerCase(Locale.ROOT));
    return words.matches()
        ? "Did you mean \"" + words.group(1) + unitOf(words.group(2)) + "\"? "
        : "";
  }

  private static String unitOf(String word) {
    return word.startsWith("mil") ? "ms" : word.substring(0, 1);
  }
}
