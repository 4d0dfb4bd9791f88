package dev.millrace.faults;

import dev.millrace.services.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The stock application as a process of its own. */
final class Pod implements AutoCloseable {
  private static final int OK = 200;

  /** Of the metric millrace_phase. */
  private static final double LIVE = 2;

  private static final double RETRYING = 3;

  /** As images and the operator set it. */
  private static final Map<String, String> ALLOCATOR =
      Map.of(
          "MALLOC_ARENA_MAX", "2",
          "MALLOC_MMAP_THRESHOLD_", "65536",
          "MALLOC_TRIM_THRESHOLD_", "131072");

  static final String TOKEN = "token-of-the-pods-under-test";
  private static final Pattern LISTENING = Pattern.compile("Listening on: (http://\\S+)");
  private static final AtomicInteger STARTED = new AtomicInteger();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private final String name;
  private final ChildProcess process;
  private final Application.Start start;
  private final Path log;
  private @Nullable String address;

  private Pod(String name, ChildProcess process, Application.Start start, Path log) {
    this.name = name;
    this.process = process;
    this.start = start;
    this.log = log;
  }

  /**
   * What it runs on.
   *
   * @param cage words before the command
   * @param options of the virtual machine
   */
  record Machine(List<String> cage, List<String> options) {

    /** Soon up, and little. */
    static final Machine QUICK =
        new Machine(List.of(), List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
  }

  static Pod start(
      String name,
      Path folder,
      Map<String, String> properties,
      Map<String, String> secrets,
      Machine machine) {
    List<String> command = new ArrayList<>(machine.cage());
    command.add(ChildProcess.javaCommand());
    command.addAll(machine.options());
    properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
    Application.Start start = Application.start();
    command.addAll(start.arguments());
    Path log = folder.resolve(name + "-" + STARTED.incrementAndGet() + ".log");
    Map<String, String> environment = new HashMap<>(secrets);
    environment.put("QUARKUS_MILLRACE_API_TOKEN", TOKEN);
    environment.putAll(ALLOCATOR);
    ChildProcess process = ChildProcess.start("pod " + name, command, folder, log, environment);
    return new Pod(name, process, start, log);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end, whatever brings it about. */
  int awaitExit() {
    return awaitExit(Until.DEADLINE);
  }

  /** As above, and no longer than that. */
  int awaitExit(Duration deadline) {
    Until.holds("pod " + name + " ends", deadline, () -> !isAlive(), this::evidence);
    start.ended();
    return process.process().exitValue();
  }

  /** Waits until all its functions are live. */
  void awaitReady() {
    Until.holds("pod " + name + " is ready", this::isReady, this::evidence);
  }

  /** Waits until an answer has that text. */
  void awaitText(String path, String text) {
    Until.holds(path + " says " + text, () -> get(path).contains(text), this::evidence);
  }

  /** Waits until a checkpoint is complete that was not when this was called. */
  void awaitCheckpoint() {
    double before = checkpoints("complete");
    Until.holds("a checkpoint is complete", () -> checkpoints("complete") > before, this::evidence);
  }

  /** Sends events, for there must be something to save, until a checkpoint has failed. */
  void awaitFailedCheckpoint(Counts counts) {
    Until.holds(
        "checkpoints fail",
        () -> {
          counts.send(1);
          return checkpoints("failed") > 0;
        },
        this::evidence);
  }

  /** How many checkpoints ended so: {@code complete}, {@code failed}. */
  double checkpoints(String outcome) {
    return metric("millrace_checkpoints_total", "outcome=\"" + outcome + "\"");
  }

  /** Whether it has started, and every function is well. */
  boolean isReady() {
    return status("/q/health/started") == OK && status("/q/health/ready") == OK;
  }

  /** Whether Kubernetes would leave it alone. */
  boolean isLive() {
    return status("/q/health/live") == OK;
  }

  /** As {@code kill -9}. */
  void killHard() {
    process.killHard();
    start.ended();
  }

  /** Sends a signal: {@code TERM}, {@code STOP}, {@code CONT}. */
  void signal(String signal) {
    Signals.send(process.pid(), signal);
  }

  /** Whether SIGSTOP holds it. */
  boolean isStopped() {
    return Signals.isStopped(process.pid());
  }

  /** How many partitions of its functions, of both stages, are live here. */
  long livePartitions() {
    return samples("millrace_phase", "").filter(code -> code == LIVE).count();
  }

  /** How many partitions failed here and wait to be opened again. */
  long retryingPartitions() {
    return samples("millrace_phase", "").filter(code -> code == RETRYING).count();
  }

  /** How many partitions have saved here. */
  long savedPartitions() {
    return samples("millrace_checkpoints_total", "outcome=\"complete\"")
        .filter(count -> count > 0)
        .count();
  }

  /** What it answers to a GET; empty if it does not answer. */
  String get(String path) {
    return ask(path).map(HttpResponse::body).orElse("");
  }

  private int status(String path) {
    return ask(path).map(HttpResponse::statusCode).orElse(0);
  }

  private Optional<HttpResponse<String>> ask(String path) {
    String host = address();
    if (host == null) {
      return Optional.empty();
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(host + path))
            .header("Authorization", "Bearer " + TOKEN)
            .timeout(ANSWER)
            .build();
    try {
      return Optional.of(HTTP.send(request, BodyHandlers.ofString()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while asking a pod", e);
    }
  }

  /** Where it listens, or null as long as it does not. */
  private @Nullable String address() {
    if (address == null) {
      Matcher listening = LISTENING.matcher(log());
      address = listening.find() ? listening.group(1) : null;
    }
    return address;
  }

  /** The sum of a metric over all its labels; 0 if it is not there. */
  double metric(String metric) {
    return metric(metric, "");
  }

  /** The sum over those with that text among their labels: {@code outcome="failed"}. */
  double metric(String metric, String label) {
    return samples(metric, label).sum();
  }

  private DoubleStream samples(String metric, String label) {
    return get("/q/metrics")
        .lines()
        .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
        .filter(line -> line.contains(label))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)));
  }

  /** Present ({@code VmRSS}) or peak ({@code VmHWM}) resident memory, in MiB. */
  long residentMib(String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith(field + ":")) {
        return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
      }
    }
    throw new IOException("Expected a line of the process' status, but it is not there: " + field);
  }

  /** All that it printed. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  /** For a message: how it is, the end of its log, and what its threads do. */
  String evidence() {
    String state = !isAlive() ? "ended" : isStopped() ? "stopped" : get("/q/health/ready");
    String threads = isAlive() && !isStopped() ? ThreadDump.of(process.pid(), log) : "";
    return "\n--- pod " + name + ": " + state + "\n" + process.logTail() + threads;
  }

  /** As SIGTERM; waits for the end. */
  @Override
  public void close() {
    process.close();
    start.ended();
  }
}
