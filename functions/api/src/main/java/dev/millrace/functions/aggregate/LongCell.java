package dev.millrace.functions.aggregate;

/** A number that is added to in place, so that adding allocates nothing. */
final class LongCell {
  long value;

  LongCell(long value) {
    this.value = value;
  }
}
