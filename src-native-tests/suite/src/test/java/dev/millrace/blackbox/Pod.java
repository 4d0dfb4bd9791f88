package dev.millrace.blackbox;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;

import io.restassured.response.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** The artifact as a process. */
final class Pod implements AutoCloseable {
  static final Duration DEADLINE = Duration.ofMinutes(2);
  static final String TOKEN = "token-of-the-pods-under-test";
  private static final int OK = 200;
  private static final long STOP_S = 60;
  private static final Pattern LISTENING = Pattern.compile("Listening on: (http://\\S+)");
  private static final AtomicInteger STARTED = new AtomicInteger();

  private final String name;
  private final Process process;
  private final Path log;
  private @Nullable String address;

  private Pod(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * What a pod is started with.
   *
   * @param name of the pod in the ledger
   * @param folder for its log and its local state
   */
  record Plan(
      String name, Path folder, Map<String, String> properties, Map<String, String> environment) {

    /**
     * A pod on the services, with checkpoints in a folder, that commits and saves often.
     *
     * @param namespace keeps its groups, ledger and checkpoints apart from other tests'
     */
    static Plan of(String namespace, Path folder, Services services, Path... documents) {
      Map<String, String> all = new LinkedHashMap<>();
      all.put("kafka.bootstrap.servers", services.kafka());
      all.put("quarkus.redis.hosts", "redis://" + services.redis());
      all.put("quarkus.http.host", "127.0.0.1");
      // Any that is free; the log says which.
      all.put("quarkus.http.port", "0");
      all.put("quarkus.millrace.namespace", namespace);
      all.put("quarkus.millrace.ledger.lease", "3s");
      all.put("quarkus.millrace.checkpoints.interval", "500ms");
      all.put(
          "quarkus.millrace.checkpoints.location",
          folder.resolve("checkpoints").toAbsolutePath().toUri().toString());
      StringBuilder list = new StringBuilder();
      for (Path document : documents) {
        list.append(list.isEmpty() ? "" : ",").append(document.toAbsolutePath());
      }
      all.put("quarkus.millrace.document", list.toString());
      return new Plan("pod", folder, all, Map.of("QUARKUS_MILLRACE_API_TOKEN", TOKEN));
    }

    Plan named(String other) {
      return new Plan(other, folder, properties, environment);
    }

    Plan with(String key, String value) {
      Map<String, String> all = new LinkedHashMap<>(properties);
      all.put(key, value);
      return new Plan(name, folder, all, environment);
    }

    Plan without(String key) {
      Map<String, String> all = new LinkedHashMap<>(properties);
      all.remove(key);
      return new Plan(name, folder, all, environment);
    }

    Plan withSecret(String variable, String value) {
      Map<String, String> all = new LinkedHashMap<>(environment);
      all.put(variable, value);
      return new Plan(name, folder, properties, all);
    }

    /** Starts it, without waiting. */
    Pod start(Artifact artifact) {
      Map<String, String> all = new LinkedHashMap<>(properties);
      all.putIfAbsent("quarkus.millrace.instance-id", name);
      all.putIfAbsent(
          "quarkus.millrace.state.directory",
          folder.resolve("state-" + name).toAbsolutePath().toString());
      Path log = folder.resolve(name + "-" + STARTED.incrementAndGet() + ".log").toAbsolutePath();
      ProcessBuilder builder =
          new ProcessBuilder(artifact.command(all))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().putAll(environment);
      try {
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new Pod(name, process, log);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Starts it, and waits until all its functions are live. */
  static Pod ready(Plan plan) {
    return ready(plan, Artifact.stock());
  }

  /** The same of another artifact. */
  static Pod ready(Plan plan, Artifact artifact) {
    Pod pod = plan.start(artifact);
    pod.awaitReady();
    return pod;
  }

  void awaitReady() {
    until(
        "it is ready", () -> status("/q/health/started") == OK && status("/q/health/ready") == OK);
  }

  /** Waits until an answer or the log contains a text. */
  void awaitText(String path, String text) {
    until(path + " says: " + text, () -> body(path).contains(text));
  }

  /** Waits until a metric is at least that. */
  void awaitMetric(String metric, String label, double least) {
    until(metric + label + " >= " + least, () -> metric(metric, label) >= least);
  }

  /** Waits for the end of the process. */
  int awaitExit() {
    until("it ends", () -> !process.isAlive());
    return process.exitValue();
  }

  void until(String what, BooleanSupplier condition) {
    try {
      await(what)
          .atMost(DEADLINE)
          .pollInterval(Duration.ofMillis(50))
          .until(condition::getAsBoolean);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "Expected that " + what + ", but it did not happen in time. " + evidence(), e);
    }
  }

  /** As {@code kill -9}. */
  void killHard() {
    process.destroyForcibly();
    awaitExit();
  }

  /** The answer to a GET with the token; null while it does not answer. */
  @Nullable Response get(String path) {
    String host = address();
    return host == null ? null : ask(() -> given().auth().oauth2(TOKEN).get(host + path));
  }

  /** The answer to a GET by somebody; null while it does not answer. */
  @Nullable Response getAsStranger(String path) {
    String host = address();
    return host == null ? null : ask(() -> given().get(host + path));
  }

  /** REST Assured throws what its HTTP client throws, checked or not, and says so nowhere. */
  private static @Nullable Response ask(Supplier<Response> request) {
    try {
      return request.get();
    } catch (Exception e) {
      if (e instanceof RuntimeException other) {
        throw other;
      }
      return null;
    }
  }

  int status(String path) {
    Response response = get(path);
    return response == null ? 0 : response.statusCode();
  }

  String body(String path) {
    Response response = get(path);
    return response == null ? "" : response.asString();
  }

  /** The sum of a metric over all labels that contain a text. */
  double metric(String metric, String label) {
    return body("/q/metrics")
        .lines()
        .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
        .filter(line -> line.contains(label))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private @Nullable String address() {
    if (address == null) {
      Matcher listening = LISTENING.matcher(log());
      address = listening.find() ? listening.group(1) : null;
    }
    return address;
  }

  /** All that it printed. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A size of the process, in MiB.
   *
   * @param field of its status: {@code VmRSS}, {@code RssFile} …
   */
  double memoryMib(String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith(field + ":")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    throw new IOException("Expected a field of the process' status, but it is not there: " + field);
  }

  /** Processor time of all its threads so far, in its clock's ticks of ten milliseconds. */
  double cpuMs() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return 10.0 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
  }

  /** For a message: how it is, and the end of its log. */
  String evidence() {
    String text = log();
    String state = process.isAlive() ? "runs" : "ended with " + process.exitValue();
    return "\n--- pod "
        + name
        + " "
        + state
        + "\n"
        + text.substring(Math.max(0, text.length() - 6_000));
  }

  /** As SIGTERM; waits for the end. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("Expected the pod to stop, but it did not: " + evidence());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
