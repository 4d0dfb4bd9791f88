package dev.millrace.cli.reconcile;

import dev.millrace.cli.CliException;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.json.declarative.DeclarativeFunction;
import dev.millrace.json.declarative.DeclarativeFunctions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The function that a document defines. */
public final class DocumentFunction implements Functions {
  private final DeclarativeFunction function;

  private DocumentFunction(DeclarativeFunction function) {
    this.function = function;
  }

  /** Whether the path looks like a document's, by the end of its name. */
  public static boolean isDocument(Path path) {
    String name = path.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }

  /**
   * Reads a document.
   *
   * @throws CliException if it cannot be read
   * @throws dev.millrace.json.declarative.InvalidDocumentException if it is refused
   */
  public static DocumentFunction read(Path document) {
    try (InputStream in = Files.newInputStream(document)) {
      return new DocumentFunction(DeclarativeFunctions.parse(in, document.toString()));
    } catch (IOException e) {
      throw new CliException(
          "Expected a document, but could not read it: path=" + document + ", error=" + e, e);
    }
  }

  @Override
  public FunctionDefinition<?, ?, ?> define(String name) {
    String own = function.definition().spec().name();
    if (!own.equals(name)) {
      throw new CliException(
          "Expected a document of that function, but it is another's: function="
              + name
              + ", document="
              + own);
    }
    return function.definition();
  }

  @Override
  public FunctionTopics topics(String name) {
    return topics();
  }

  /** The topics that the document names. */
  public FunctionTopics topics() {
    var topics = function.topics();
    return new FunctionTopics(topics.inputs(), topics.output(), topics.late(), topics.deadLetter());
  }

  @Override
  public void close() {
    // Nothing is held open.
  }
}
