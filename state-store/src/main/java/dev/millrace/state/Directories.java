package dev.millrace.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Local directories with state. */
public final class Directories {

  private Directories() {}

  /**
   * Deletes a directory with all that is in it; nothing happens if it is not there.
   *
   * @throws StateStoreException if it could not be deleted
   */
  public static void delete(Path directory) {
    try {
      for (Path path : contents(directory)) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new StateStoreException(
          "Expected to delete a directory, but could not: directory=" + directory, e);
    }
  }

  /**
   * Makes an empty directory: what is in it is deleted.
   *
   * @throws StateStoreException if it could not be made
   */
  public static void makeEmpty(Path directory) {
    delete(directory);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new StateStoreException(
          "Expected to make a directory, but could not: directory=" + directory, e);
    }
  }

  /** Names of the regular files in a directory, sorted. */
  public static List<String> fileNames(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  private static List<Path> contents(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
