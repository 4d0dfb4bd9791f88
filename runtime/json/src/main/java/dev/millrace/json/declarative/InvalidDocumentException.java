package dev.millrace.json.declarative;

import java.util.List;

/** A document is refused; the message lists every problem, one a line. */
public class InvalidDocumentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<DocumentProblem> problems;

  public InvalidDocumentException(List<DocumentProblem> problems) {
    super(String.join("\n", problems.stream().map(DocumentProblem::text).toList()));
    this.problems = List.copyOf(problems);
  }

  /** The problems, at least one, in the order of the document. */
  public List<DocumentProblem> problems() {
    return problems;
  }
}
