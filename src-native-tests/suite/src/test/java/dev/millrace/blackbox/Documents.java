package dev.millrace.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Declarative functions, as a user writes them. */
final class Documents {
  private Documents() {}

  /**
   * Writes a document whose topics are named after the function: {@code <name>-in} and the
   * defaults.
   *
   * @param rest of the document beside name, topic, and what all have in common: event time in the
   *     field {@code at}, and no silence
   */
  static Path write(Path folder, String name, String rest) {
    String text =
        """
        name: %s
        eventTime: {field: at, format: epoch-millis}
        topics: {input: %s-in}
        %s
        """
            .formatted(name, name, rest);
    try {
      return Files.writeString(folder.resolve(name + ".yaml"), text).toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
