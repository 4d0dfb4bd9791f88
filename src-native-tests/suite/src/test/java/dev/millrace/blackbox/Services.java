package dev.millrace.blackbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker, a Redis and an S3 server, run by one process that ends with this one, as it then
 * has no input any more.
 */
final class Services implements AutoCloseable {
  private static final Path TARGET = Path.of(System.getProperty("millrace.services", ""));
  private static @Nullable Services shared;

  private final Process process;
  private final Path folder;
  private final Map<String, String> addresses;

  private Services(Process process, Path folder, Map<String, String> addresses) {
    this.process = process;
    this.folder = folder;
    this.addresses = addresses;
  }

  /** Those of all tests; they keep apart by the names of their topics and functions. */
  static synchronized Services shared() {
    if (shared == null) {
      shared = start("shared", new Properties());
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    return shared;
  }

  /**
   * Starts services of one's own.
   *
   * @param settings see {@code ServicesMain} of the module with the services
   */
  static Services start(String name, Properties settings) {
    try {
      Path folder =
          Files.createTempDirectory(Files.createDirectories(Path.of("target/services")), name)
              .toAbsolutePath();
      Path file = folder.resolve("settings.properties");
      try (var out = Files.newBufferedWriter(file)) {
        settings.store(out, null);
      }
      Process process = launch(folder, file);
      return new Services(process, folder, addresses(process, folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process launch(Path folder, Path settings) throws IOException {
    Path libraries = TARGET.resolve("server-libs");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dmillrace.server.libs=" + libraries.toAbsolutePath(),
            "-cp",
            classPath(libraries),
            "dev.millrace.services.ServicesMain",
            folder.toString(),
            settings.toString());
    return new ProcessBuilder(command)
        .redirectError(folder.resolve("services.log").toFile())
        .start();
  }

  /** The module's own classes, and the jars that its build has listed. */
  private static String classPath(Path libraries) throws IOException {
    Stream<Path> jars =
        Stream.of(Files.readString(libraries.resolve("jars")).trim().split(":", -1))
            .map(jar -> libraries.resolve(Path.of(jar).getFileName()));
    return Stream.concat(Stream.of(TARGET.resolve("classes")), jars)
        .map(path -> path.toAbsolutePath().toString())
        .collect(Collectors.joining(":"));
  }

  private static Map<String, String> addresses(Process process, Path folder) throws IOException {
    Map<String, String> found = new TreeMap<>();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.equals("ready")) {
        return found;
      }
      int equals = line.indexOf('=');
      if (equals > 0) {
        found.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    throw new AssertionError(
        "Expected the services to start, but they did not: "
            + Files.readString(folder.resolve("services.log")));
  }

  /** Bootstrap servers. */
  String kafka() {
    return address("kafka");
  }

  /** Host and port. */
  String redis() {
    return address("redis");
  }

  /** Endpoint of S3. */
  String s3() {
    return address("s3");
  }

  String accessKey() {
    return address("s3.accessKey");
  }

  String secretKey() {
    return address("s3.secretKey");
  }

  /** Makes a bucket, which is a folder. */
  String bucket(String name) {
    try {
      Files.createDirectories(Path.of(address("s3.objects"), name));
      return name;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the broker keeps the log of a partition. */
  Path log(String topic, int partition) {
    return folder.resolve("kafka/data/" + topic + "-" + partition);
  }

  private String address(String name) {
    String address = addresses.get(name);
    if (address == null) {
      throw new IllegalStateException("Expected an address of " + name + ", but got " + addresses);
    }
    return address;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
