package dev.millrace.functions.spec;

/** Length of a calendar window. */
public enum CalendarUnit {
  DAY,
  WEEK,
  MONTH
}
