package dev.millrace.cli.term;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How values are written in tables. */
public final class Values {
  private static final String NONE = "–";
  private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB"};

  private Values() {}

  /** A number with separators between the thousands. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A number, or a dash if it stands for nothing. */
  public static String countUnless(long nothing, long number) {
    return number == nothing ? NONE : count(number);
  }

  /** An instant in ISO-8601, seconds only where there are some; a dash for the ends of time. */
  public static String time(long epochMs) {
    if (epochMs == Long.MIN_VALUE || epochMs == Long.MAX_VALUE) {
      return NONE;
    }
    try {
      return Instant.ofEpochMilli(epochMs).atOffset(ZoneOffset.UTC).toString();
    } catch (DateTimeException e) {
      return epochMs + " ms";
    }
  }

  /** Bytes in the unit that leaves one to three digits before the point. */
  public static String bytes(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1000 && unit < BYTE_UNITS.length - 1) {
      amount /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", amount, BYTE_UNITS[unit]);
  }

  /** The text, or a dash. */
  public static String text(@Nullable String text) {
    return text == null || text.isEmpty() ? NONE : text;
  }
}
