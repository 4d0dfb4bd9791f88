package dev.millrace.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the built stock application is started as cheaply as possible: its classes on a plain class
 * path, so that an archive of them (AppCDS) can be mapped. The first pod that ends in order leaves
 * that archive; a start then takes about half the time.
 */
final class Application {
  private static final Path FOLDER =
      Path.of(System.getProperty("millrace.home", "../.."), "runtime/app/target/quarkus-app")
          .toAbsolutePath()
          .normalize();
  private static final Path ARCHIVE = Path.of("target/pod.jsa").toAbsolutePath();
  private static final String MAIN = "io.quarkus.runner.GeneratedMain";

  private static boolean recording;

  private Application() {}

  /**
   * Arguments of a java command.
   *
   * @param arguments for the java command, from the class path to the main class
   * @param recorded where the process leaves an archive if it ends in order, or null
   */
  record Start(List<String> arguments, @Nullable Path recorded) {

    /** To be called when the process has ended. */
    void ended() {
      if (recorded != null) {
        keep(recorded);
      }
    }
  }

  static synchronized Start start() {
    List<String> arguments = new ArrayList<>(List.of("-cp", classPath()));
    Path recorded = null;
    if (isUsable(ARCHIVE)) {
      arguments.add("-XX:SharedArchiveFile=" + ARCHIVE);
    } else if (!recording) {
      recording = true;
      recorded = ARCHIVE.resolveSibling("pod-" + ProcessHandle.current().pid() + ".jsa");
      arguments.add("-XX:ArchiveClassesAtExit=" + recorded);
    }
    arguments.add(MAIN);
    return new Start(List.copyOf(arguments), recorded);
  }

  private static synchronized void keep(Path recorded) {
    recording = false;
    try {
      if (Files.exists(recorded)) {
        Files.move(recorded, ARCHIVE, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isUsable(Path archive) {
    try {
      return Files.exists(archive)
          && Files.getLastModifiedTime(archive)
                  .compareTo(Files.getLastModifiedTime(FOLDER.resolve("quarkus-run.jar")))
              > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Classes that the build has changed come before the originals. */
  private static String classPath() {
    return Stream.of(
            Stream.of(FOLDER.resolve("quarkus/transformed-bytecode.jar")),
            jars("quarkus"),
            jars("app"),
            jars("lib/boot"),
            jars("lib/main"))
        .flatMap(jars -> jars)
        .distinct()
        .map(Path::toString)
        .collect(Collectors.joining(":"));
  }

  private static Stream<Path> jars(String folder) {
    try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
      return files.filter(f -> f.toString().endsWith(".jar")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Expected the stock application to be built, but it is not: folder=" + FOLDER, e);
    }
  }
}
