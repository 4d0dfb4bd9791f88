package dev.millrace.functions.spec;

/** What happens with a record that cannot be processed. */
public enum ErrorPolicy {
  DEAD_LETTER,
  STOP
}
