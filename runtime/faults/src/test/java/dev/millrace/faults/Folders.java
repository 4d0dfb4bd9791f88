package dev.millrace.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies and deletes data of servers that are stopped. */
final class Folders {
  private Folders() {}

  /** Copies a folder with all that is in it. */
  static void copy(Path from, Path to) {
    for (Path file : walk(from)) {
      Path target = to.resolve(from.relativize(file));
      try {
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Deletes all that is in a folder. */
  static void clear(Path folder) {
    for (Path file : walk(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
      try {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** All files and folders below a folder, itself included. */
  static List<Path> walk(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
