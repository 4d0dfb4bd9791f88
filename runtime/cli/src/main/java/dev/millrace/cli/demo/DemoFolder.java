package dev.millrace.cli.demo;

import dev.millrace.cli.CliException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder of a demo's data. Only what an earlier demo left is ever deleted, so that a mistyped
 * folder costs nobody his files.
 *
 * @param path the folder; need not be there yet
 */
record DemoFolder(Path path) {
  static final String KEPT = "kept";
  static final String FUNCTIONS = "functions";
  private static final Set<String> OWN = Set.of(KEPT, FUNCTIONS, "kafka", "redis", "checkpoints");

  /**
   * Deletes what an earlier demo left.
   *
   * @throws CliException if anything else is in the folder; then nothing is deleted
   */
  void empty() {
    try {
      if (Files.exists(path)) {
        requireOwn();
        delete();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireOwn() throws IOException {
    if (!Files.isDirectory(path)) {
      throw new CliException("Expected a folder, but it is a file: data=" + path);
    }
    try (Stream<Path> files = Files.list(path)) {
      List<String> foreign =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> !OWN.contains(name))
              .sorted()
              .limit(3)
              .toList();
      if (!foreign.isEmpty()) {
        throw new CliException(
            "Expected an empty folder or one of an earlier demo, but it holds something else: data="
                + path
                + ", found="
                + foreign
                + ". Choose another folder with --data.");
      }
    }
  }

  private void delete() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
