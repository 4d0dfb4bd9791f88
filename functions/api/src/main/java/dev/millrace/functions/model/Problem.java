package dev.millrace.functions.model;

import org.jspecify.annotations.Nullable;

/**
 * Why a function class is refused.
 *
 * @param className the class
 * @param member its member or annotation, or null if it is the class as such
 * @param message what was expected and what was seen
 * @param remedy what to do
 */
public record Problem(String className, @Nullable String member, String message, String remedy) {

  /** One line: where, what, remedy. */
  public String text() {
    String where = member == null ? className : className + ": " + member;
    return where + ": " + message + ". " + remedy;
  }
}
