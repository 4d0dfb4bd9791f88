package dev.millrace.functions.model;

import java.util.List;

/** Outcome of validating a function class. */
public sealed interface Validation {

  /** It can run. */
  record Valid(ValidFunction function) implements Validation {}

  /** It is refused, for at least one reason. */
  record Invalid(List<Problem> problems) implements Validation {
    public Invalid {
      problems = List.copyOf(problems);
    }

    /** All reasons, one a line. */
    public String text() {
      return String.join("\n", problems.stream().map(Problem::text).toList());
    }
  }
}
