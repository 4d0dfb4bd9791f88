package dev.millrace.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Quarkus application as built: a folder with {@code quarkus-run.jar}.
 *
 * @param jar the runnable jar
 */
public record Application(Path jar) {
  private static final String RUN_JAR = "quarkus-run.jar";
  private static final String HOME = "millrace.home";

  /**
   * Finds the runnable jar.
   *
   * @param path a jar, or a folder that holds {@code quarkus-run.jar}, {@code quarkus-app} or
   *     {@code target/quarkus-app}
   * @throws CliException if there is none
   */
  public static Application of(Path path) {
    List<Path> candidates =
        Files.isDirectory(path)
            ? List.of(
                path.resolve(RUN_JAR),
                path.resolve("quarkus-app").resolve(RUN_JAR),
                path.resolve("target").resolve("quarkus-app").resolve(RUN_JAR))
            : List.of(path);
    return candidates.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .map(jar -> new Application(jar.toAbsolutePath()))
        .orElseThrow(() -> missing(path));
  }

  private static CliException missing(Path path) {
    String seen =
        Files.exists(path)
            ? "there is none: path=" + path + ". Build it with mvn package."
            : "the path is not there: path=" + path;
    return new CliException(
        "Expected a Quarkus application (quarkus-run.jar or a folder with it), but " + seen);
  }

  /** An application of this source tree, which the start script has built. */
  public static Application ofSourceTree(String module) {
    return of(home().resolve(module));
  }

  /** Folder of the source tree. */
  public static Path home() {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw new CliException(
          "Expected to know the source tree, but it was not said: "
              + HOME
              + " is not set. Start with the script ./millrace");
    }
    return Path.of(home);
  }

  /** Folder of the application. */
  public Path folder() {
    return jar.toAbsolutePath().resolveSibling("");
  }

  /** The command that runs it, with its configuration as system properties. */
  public List<String> command(String java, List<String> options, Map<String, String> properties) {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(options);
    properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.add("-jar");
    command.add(jar.toString());
    return command;
  }

  /** JVM options without which newer JDKs warn of RocksDB's and Netty's native code. */
  public static List<String> nativeAccess() {
    return Runtime.version().feature() >= 24
        ? List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
        : List.of();
  }
}
