package dev.millrace.engine.window;

/** What became of a record (rule W3). */
public enum Verdict {
  /** It counts in all its windows. */
  ACCEPTED,
  /** It counts in some of its windows; the others are gone. */
  PARTLY_LATE,
  /** All its windows are gone. */
  TOO_LATE
}
