package dev.millrace.functions.spec;

/** Checks of single numbers, with one form of message. */
final class Ranges {

  private Ranges() {}

  static void atLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          "Expected "
              + name
              + " to be at least "
              + least
              + ", but it is less: "
              + name
              + "="
              + value
              + ".");
    }
  }
}
