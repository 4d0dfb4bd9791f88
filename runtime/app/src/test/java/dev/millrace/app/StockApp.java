package dev.millrace.app;

import dev.millrace.services.KafkaBroker;
import dev.millrace.services.RedisServer;
import dev.millrace.services.S3Server;
import dev.millrace.services.SharedServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The stock application as a process of its own, with one document, on real services. */
final class StockApp implements AutoCloseable {
  private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar");
  static final String BUCKET = "checkpoints";

  private final Process process;
  private final Path log;
  private final int port;

  private StockApp(Process process, Path log, int port) {
    this.process = process;
    this.log = log;
    this.port = port;
  }

  /**
   * Starts it.
   *
   * @param name of the pod; its log and local state have it too
   * @param more further system properties
   */
  static StockApp start(String name, Path folder, Path document, Map<String, String> more) {
    KafkaBroker kafka = SharedServices.kafka();
    RedisServer redis = SharedServices.redis();
    S3Server s3 = SharedServices.s3();
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    property(command, "kafka.bootstrap.servers", kafka.address());
    property(command, "quarkus.redis.hosts", redis.uri());
    property(command, "quarkus.http.port", Integer.toString(port));
    property(command, "quarkus.http.host", "127.0.0.1");
    property(command, "quarkus.millrace.instance-id", name);
    property(command, "quarkus.millrace.document", document.toString());
    property(command, "quarkus.millrace.state.directory", folder.resolve(name).toString());
    property(command, "quarkus.millrace.checkpoints.location", "s3://" + BUCKET + "/it");
    property(command, "quarkus.millrace.checkpoints.interval", "1s");
    property(command, "quarkus.millrace.checkpoints.s3.endpoint", s3.address());
    property(command, "quarkus.millrace.checkpoints.s3.access-key-id", s3.accessKey());
    property(command, "quarkus.millrace.checkpoints.s3.secret-access-key", s3.secretKey());
    more.forEach((key, value) -> property(command, key, value));
    command.add("-jar");
    command.add(JAR.toString());
    Path log = folder.resolve(name + "-" + port + ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      return new StockApp(process, log, port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void property(List<String> command, String key, String value) {
    command.add("-D" + key + "=" + value);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it answers to a GET. */
  String get(String path) {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Its functions, for a message; empty if it does not answer. */
  String state() {
    return process.isAlive() ? get("/millrace/functions") : "";
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** As {@code kill -9}. */
  void killHard() {
    process.destroyForcibly();
    await();
  }

  /** As SIGTERM; waits for the end. */
  @Override
  public void close() {
    process.destroy();
    await();
  }

  int await() {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("Expected the application to end, but it did not: " + log());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
