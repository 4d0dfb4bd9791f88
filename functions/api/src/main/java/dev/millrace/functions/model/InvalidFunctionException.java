package dev.millrace.functions.model;

import java.util.List;

/** A function class or document is refused; the message lists every problem. */
public class InvalidFunctionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public InvalidFunctionException(List<Problem> problems) {
    super(String.join("\n", problems.stream().map(Problem::text).toList()));
    this.problems = List.copyOf(problems);
  }

  /** The problems, at least one. */
  public List<Problem> problems() {
    return problems;
  }
}
