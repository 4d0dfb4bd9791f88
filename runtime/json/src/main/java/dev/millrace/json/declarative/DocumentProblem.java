package dev.millrace.json.declarative;

/**
 * Why a document is refused.
 *
 * @param source name of the document
 * @param line from 1
 * @param column from 1
 * @param path of the part, as {@code window.tumbling.size}; empty for the whole
 * @param message what was expected, what was seen, and what to do
 */
public record DocumentProblem(String source, int line, int column, String path, String message) {

  /** One line, beginning as compilers do. */
  public String text() {
    String where = source + ":" + line + ":" + column + ": ";
    return where + (path.isEmpty() ? "" : path + ": ") + message;
  }
}
