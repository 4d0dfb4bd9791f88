package dev.millrace.functions.time;

/**
 * Reads the form that most feeds have, {@code yyyy-MM-ddTHH:mm[:ss[.f…]]Z}, without allocation.
 * Days are counted by Howard Hinnant's {@code days_from_civil} ("chrono-compatible low-level date
 * algorithms").
 */
final class IsoTimes {
  private static final int[] DAYS_IN_MONTH = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private IsoTimes() {}

  /** Epoch milliseconds, or {@link EventTimeExtractor#NONE} if the text has another form. */
  static long parseUtc(String text) {
    int length = text.length();
    if (length < 17 || text.charAt(length - 1) != 'Z' || !hasSeparators(text)) {
      return EventTimeExtractor.NONE;
    }
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = length == 17 ? 0 : second(text);
    int milli = length <= 20 ? 0 : milli(text);
    boolean valid =
        year >= 0
            && isDay(year, month, day)
            && isBelow(hour, 24)
            && isBelow(minute, 60)
            && isBelow(second, 60)
            && milli >= 0;
    return valid
        ? epochDay(year, month, day) * 86_400_000
            + hour * 3_600_000L
            + minute * 60_000L
            + second * 1_000L
            + milli
        : EventTimeExtractor.NONE;
  }

  private static boolean hasSeparators(String text) {
    return text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && text.charAt(10) == 'T'
        && text.charAt(13) == ':';
  }

  private static int second(String text) {
    return text.length() >= 20 && text.charAt(16) == ':' ? number(text, 17, 19) : -1;
  }

  /** The fraction between the dot at 19 and the Z, cut off after three digits. */
  private static int milli(String text) {
    int end = text.length() - 1;
    if (text.charAt(19) != '.' || end == 20 || end > 29) {
      return -1;
    }
    int milli = 0;
    for (int i = 20; i < end; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      milli = i < 23 ? milli * 10 + digit : milli;
    }
    return end == 21 ? milli * 100 : end == 22 ? milli * 10 : milli;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private static boolean isBelow(int number, int limit) {
    return number >= 0 && number < limit;
  }

  private static boolean isDay(int year, int month, int day) {
    if (month < 1 || month > 12 || day < 1) {
      return false;
    }
    boolean leapDay =
        month == 2 && day == 29 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return leapDay || day <= DAYS_IN_MONTH[month - 1];
  }

  private static long epochDay(int year, int month, int day) {
    long y = month <= 2 ? year - 1 : year;
    long era = Math.floorDiv(y, 400);
    long yearOfEra = y - era * 400;
    long dayOfYear = (153L * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }
}
