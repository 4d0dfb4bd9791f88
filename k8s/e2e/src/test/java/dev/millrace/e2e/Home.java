package dev.millrace.e2e;

import java.nio.file.Path;

/** What the build made. */
final class Home {
  /** Version of images and modules. */
  static final String VERSION = System.getProperty("millrace.version", "0.1.0-SNAPSHOT");

  private static final Path ROOT = Path.of(System.getProperty("millrace.home", "../.."));

  private Home() {}

  /** A file or folder of the project. */
  static Path of(String path) {
    return ROOT.resolve(path).toAbsolutePath().normalize();
  }
}
