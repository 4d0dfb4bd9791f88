package dev.millrace.operator;

import dev.millrace.services.ChildProcess;
import dev.millrace.services.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The operator's application in a process of its own, so that it can be killed. */
final class OperatorProcess implements AutoCloseable {
  private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar");

  /** HTTP/1.1: a request that asks for more can stay without an answer while a server starts. */
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final ChildProcess process;
  private final int port;
  private final Path log;

  private OperatorProcess(ChildProcess process, int port, Path log) {
    this.process = process;
    this.port = port;
    this.log = log;
  }

  /** Starts one that looks after a namespace, and waits until it is ready. */
  static OperatorProcess start(String namespace, Map<String, String> settings) {
    return start(namespace, settings, Testbed.shared().kubeconfig());
  }

  /** The same with the rights of a kubeconfig. */
  static OperatorProcess start(String namespace, Map<String, String> settings, Path kubeconfig) {
    int port = Ports.free();
    Map<String, String> all = new TreeMap<>();
    all.put("quarkus.http.port", Integer.toString(port));
    all.put("quarkus.http.host", "127.0.0.1");
    all.put("millrace.operator.namespaces", namespace);
    all.put("millrace.operator.leader.enabled", "false");
    all.putAll(settings);
    List<String> command =
        new ArrayList<>(
            List.of(
                ChildProcess.javaCommand(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
    all.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.addAll(List.of("-jar", JAR.toAbsolutePath().toString()));
    Path log = log(namespace);
    OperatorProcess operator =
        new OperatorProcess(
            ChildProcess.start(
                "operator",
                command,
                Path.of("target"),
                log,
                Map.of("KUBECONFIG", kubeconfig.toString())),
            port,
            log);
    operator.process.awaitReady(operator::isReady, Duration.ofSeconds(60));
    return operator;
  }

  static OperatorProcess start(String namespace) {
    return start(namespace, Map.of());
  }

  private static Path log(String namespace) {
    try {
      Path folder = Files.createDirectories(Path.of("target/operator-logs").toAbsolutePath());
      return Files.createTempFile(folder, namespace + "-", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isReady() {
    try {
      return get("/q/health/ready").statusCode() == 200;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Its metrics as text. */
  String metrics() {
    return get("/q/metrics").body();
  }

  private HttpResponse<String> get(String path) {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .timeout(ANSWER)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Kills it with -9. */
  void kill() {
    process.killHard();
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
