package dev.millrace.bench.load;

import dev.millrace.bench.load.Contestants.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is run, and by what: the JVM's own program, the built project, and beside it the stock
 * application in its other forms.
 *
 * @param java that runs all but the AOT jar
 * @param project its root, built
 * @param executable the stock application as a native one, if it takes part
 * @param aotJar the stock application as an AOT jar with its cache, {@code app.aot}, beside it, if
 *     it takes part
 * @param aotJava a JDK 25, which the cache was made by; given if the AOT jar is
 * @param heapStart what the heap is at the start, like {@code 1g}; null to let it grow
 */
record Artifacts(
    String java,
    Path project,
    @Nullable Path executable,
    @Nullable Path aotJar,
    @Nullable String aotJava,
    @Nullable String heapStart) {
  private static final String HEAP = "1g";

  Artifacts {
    require(executable == null || Files.isExecutable(executable), "executable", executable);
    require(aotJar == null || Files.exists(cache(aotJar)), "AOT jar with its cache", aotJar);
    require(aotJar == null || aotJava != null, "JDK 25 for the AOT jar", aotJava);
  }

  private static void require(boolean there, String what, @Nullable Object given) {
    if (!there) {
      throw new IllegalArgumentException(
          "Expected the stock application's %s, but it is not there: %s".formatted(what, given));
    }
  }

  private static Path cache(Path jar) {
    return jar.resolveSibling("app.aot");
  }

  /** Whether what it needs was built. */
  boolean has(Kind kind) {
    return switch (kind) {
      case MILLRACE_NATIVE -> executable != null;
      case MILLRACE_AOT -> aotJar != null;
      default -> true;
    };
  }

  /** A JVM with the heap, collector and log of all, up to its class path. */
  List<String> jvm() {
    return jvm(java);
  }

  private List<String> jvm(String program) {
    List<String> command = new ArrayList<>(List.of(program));
    heap(command);
    // The collector's log goes among the process' own lines: see Pauses.
    command.addAll(List.of("-XX:+UseSerialGC", "-Xlog:gc"));
    return command;
  }

  private void heap(List<String> command) {
    if (heapStart != null) {
      command.add("-Xms" + heapStart);
    }
    command.add("-Xmx" + HEAP);
  }

  /** The stock application with these options and properties. */
  List<String> stock(Kind kind, List<String> properties) {
    return switch (kind) {
      case MILLRACE_NATIVE -> {
        List<String> command =
            new ArrayList<>(List.of(Objects.requireNonNull(executable).toString()));
        heap(command);
        // It has the serial collector as well.
        command.add("-XX:+PrintGC");
        command.addAll(more("bench.native"));
        command.addAll(properties);
        yield command;
      }
      case MILLRACE_AOT -> {
        Path jar = Objects.requireNonNull(aotJar);
        List<String> command = jvm(Objects.requireNonNull(aotJava));
        command.add("-XX:AOTCache=" + cache(jar));
        yield jar(command, properties, jar);
      }
      default ->
          jar(jvm(), properties, project.resolve("runtime/app/target/quarkus-app/quarkus-run.jar"));
    };
  }

  /** The application of the workload without windows, with these properties, on the JVM of all. */
  List<String> stateless(List<String> properties) {
    return jar(
        jvm(),
        properties,
        project.resolve("runtime/bench/stateless/target/quarkus-app/quarkus-run.jar"));
  }

  private static List<String> jar(List<String> command, List<String> properties, Path jar) {
    command.addAll(more("bench.jvm"));
    command.addAll(properties);
    command.addAll(List.of("-jar", jar.toString()));
    return command;
  }

  private static List<String> more(String property) {
    String options = System.getProperty(property, "");
    return options.isEmpty() ? List.of() : List.of(options.split(" ", -1));
  }
}
