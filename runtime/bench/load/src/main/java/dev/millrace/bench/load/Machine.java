package dev.millrace.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a measurement depends on beside what is measured, as a line of Markdown. */
final class Machine {
  private static final List<String> LIBRARIES =
      List.of(
          "kafka-streams-", "kafka-clients-", "flink-streaming-java-", "flink-connector-kafka-");

  private Machine() {}

  /** Processors, kernel and Java. */
  static String description() throws IOException {
    String model;
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      model =
          lines
              .filter(line -> line.startsWith("model name"))
              .map(line -> line.substring(line.indexOf(':') + 1).strip())
              .findFirst()
              .orElse(System.getProperty("os.arch"));
    }
    return "%d × %s, Linux %s, Java %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            model,
            System.getProperty("os.version"),
            System.getProperty("java.version"));
  }

  /** Versions of the peers, by the names of their jars. */
  static String versions(Path project) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String peer : List.of("kafka-streams", "flink")) {
      try (Stream<Path> jars =
          Files.list(project.resolve("runtime/bench").resolve(peer).resolve("target/lib"))) {
        text.append(
            jars.map(jar -> jar.getFileName().toString().replace(".jar", ""))
                .filter(name -> LIBRARIES.stream().anyMatch(name::startsWith))
                .sorted()
                .collect(Collectors.joining(", ", peer + ": ", "; ")));
      }
    }
    return text.toString();
  }

  /** Load averages of the last 1, 5 and 15 minutes. */
  static String load() throws IOException {
    String[] fields = Files.readString(Path.of("/proc/loadavg")).split(" ", -1);
    return "load average %s, %s, %s".formatted(fields[0], fields[1], fields[2]);
  }
}
