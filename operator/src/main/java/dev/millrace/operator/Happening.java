package dev.millrace.operator;

/**
 * Something worth an event.
 *
 * @param isWarning whether it asks for attention
 * @param reason stable word
 * @param message a sentence
 */
record Happening(boolean isWarning, String reason, String message) {

  static Happening normal(String reason, String message) {
    return new Happening(false, reason, message);
  }

  static Happening warning(String reason, String message) {
    return new Happening(true, reason, message);
  }
}
