package dev.millrace.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder with the servers' jars. It lies beside this module's classes or jar ({@code
 * server-libs}), or where the system property {@value #PROPERTY} says.
 */
final class ServerLibraries {
  static final String PROPERTY = "millrace.server.libs";
  private static final String FOLDER = "server-libs";
  private static final String LIST = "jars";

  private ServerLibraries() {}

  /** Class path of the servers' processes: our own classes and the jars of the folder. */
  static String classPath() {
    return Stream.concat(Stream.of(ownClasses()), jars())
        .map(Path::toString)
        .collect(Collectors.joining(":"));
  }

  /** The jar whose file name starts so. */
  static Path jar(String prefix) {
    return jars()
        .filter(file -> file.getFileName().toString().startsWith(prefix))
        .findFirst()
        .orElseThrow(
            () ->
                new ServiceException(
                    "Expected a jar " + prefix + "*, but there is none: folder=" + folder()));
  }

  /** Only what the build listed: after an upgrade the folder still holds the versions before. */
  private static Stream<Path> jars() {
    Path folder = folder();
    try {
      return Arrays.stream(Files.readString(folder.resolve(LIST)).trim().split(":"))
          .map(entry -> folder.resolve(Path.of(entry).getFileName()))
          .filter(Files::exists);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    String configured = System.getProperty(PROPERTY);
    List<Path> candidates =
        configured != null
            ? List.of(Path.of(configured))
            : List.of(ownClasses().resolveSibling(FOLDER));
    return candidates.stream()
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(
            () ->
                new ServiceException(
                    "Expected the servers' jars, but the folder is missing: folder="
                        + candidates.get(0)
                        + ". Build runtime/services, or set -D"
                        + PROPERTY));
  }

  private static Path ownClasses() {
    try {
      return Path.of(
          ServerLibraries.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
