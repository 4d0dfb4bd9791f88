package dev.millrace.operator.scaling;

import java.util.Locale;

/** Numbers as people read them. */
final class Words {
  private Words() {}

  /** 45 s, 3 min, 2 h; the nearest whole number. */
  static String duration(long ms) {
    long seconds = Math.max(0, Math.round(ms / 1000.0));
    if (seconds < 180) {
      return seconds + " s";
    }
    return seconds < 3 * 3600
        ? Math.round(seconds / 60.0) + " min"
        : Math.round(seconds / 3600.0) + " h";
  }

  static String records(long count) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? "record" : "records");
  }

  static String perSecond(double rate) {
    return String.format(Locale.ROOT, rate < 10 ? "%,.1f/s" : "%,.0f/s", rate);
  }

  static String pods(int count) {
    return count == 1 ? "1 pod" : count + " pods";
  }
}
