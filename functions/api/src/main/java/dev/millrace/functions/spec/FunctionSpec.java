package dev.millrace.functions.spec;

import java.util.regex.Pattern;

/**
 * All settings of a function, resolved. Each is in its range; whether they go together is checked
 * by {@link SpecRules}.
 *
 * @param name unique in its namespace; see {@link #isName}
 */
public record FunctionSpec(
    String name,
    WindowSpec window,
    TimeSpec time,
    EmissionSpec emission,
    AccumulationMode accumulation,
    KeySource keySource,
    ErrorPolicy onError) {
  // A DNS label: it becomes part of topic names, transactional ids and Kubernetes objects.
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it is none
   */
  public FunctionSpec {
    if (!isName(name)) {
      throw new IllegalArgumentException(nameExpectation() + ", but it is not: name=" + name + ".");
    }
  }

  /** Whether it has no windows: it takes each record by itself and keeps nothing (rule F1). */
  public boolean isStateless() {
    return window instanceof WindowSpec.None;
  }

  /** The same with other times. */
  public FunctionSpec withTime(TimeSpec other) {
    return new FunctionSpec(name, window, other, emission, accumulation, keySource, onError);
  }

  /** The same with the key from elsewhere. */
  public FunctionSpec withKeySource(KeySource other) {
    return new FunctionSpec(name, window, time, emission, accumulation, other, onError);
  }

  /**
   * Whether a text can name a function: 1 to 63 lower case letters, digits and dashes, beginning
   * and ending with a letter or digit.
   */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** First half of the message about a name that is none. */
  public static String nameExpectation() {
    return "Expected a function's name to be 1 to 63 lower case letters, digits and dashes, beginning"
        + " and ending with a letter or digit";
  }
}
