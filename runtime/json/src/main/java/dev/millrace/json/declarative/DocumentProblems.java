package dev.millrace.json.declarative;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the problems of one document, so that all are told at once. */
final class DocumentProblems {
  private final String source;
  private final List<DocumentProblem> found = new ArrayList<>();

  DocumentProblems(String source) {
    this.source = source;
  }

  void add(Doc.Place place, String path, String message) {
    found.add(new DocumentProblem(source, place.line(), place.column(), path, message));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** Throws if there are any. */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw exception();
    }
  }

  InvalidDocumentException exception() {
    found.sort(
        Comparator.comparingInt(DocumentProblem::line).thenComparingInt(DocumentProblem::column));
    return new InvalidDocumentException(found);
  }
}
