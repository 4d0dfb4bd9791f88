package dev.millrace.cli.demo;

import dev.millrace.cli.ApiAccess;
import dev.millrace.cli.Application;
import dev.millrace.cli.EnvironmentVariables;
import dev.millrace.cli.LocalStack;
import dev.millrace.services.ChildProcess;
import dev.millrace.services.Ports;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A process of the flights application in which one of its functions is enabled. */
final class FunctionProcess implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final int HTTP_TIMEOUT_MS = 1_000;

  private final String function;
  private final Path folder;
  private final int port = Ports.free();
  private final List<String> command;
  private final ApiAccess api;
  private @Nullable ChildProcess process;

  /**
   * Not started yet.
   *
   * @param function the one to run
   * @param others functions of the application to leave to other processes
   * @param api opens its HTTP API
   */
  FunctionProcess(
      Application application,
      LocalStack stack,
      Path folder,
      String function,
      List<String> others,
      ApiAccess api) {
    this.function = function;
    this.api = api;
    this.folder = folder.resolve(function);
    List<String> options =
        new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    options.addAll(Application.nativeAccess());
    this.command =
        application.command(ChildProcess.javaCommand(), options, properties(stack, others));
  }

  private Map<String, String> properties(LocalStack stack, List<String> others) {
    Map<String, String> all = new LinkedHashMap<>(stack.properties());
    all.put("quarkus.http.host", "127.0.0.1");
    all.put("quarkus.http.port", Integer.toString(port));
    // Said once at start, not at each look at the health of one that is starting.
    all.put("quarkus.log.category.\"io.smallrye.health\".level", "ERROR");
    all.put("quarkus.millrace.instance-id", function);
    all.put("quarkus.millrace.checkpoints.location", stack.checkpoints());
    all.put("quarkus.millrace.checkpoints.interval", "5s");
    all.put("quarkus.millrace.state.directory", folder.resolve("state").toString());
    for (String other : others) {
      all.put("quarkus.millrace.functions.\"" + other + "\".enabled", "false");
    }
    return all;
  }

  /** Starts the process, without waiting. */
  void launch() {
    process = ChildProcess.start(function, command, folder, log(), environment(api));
  }

  /** As a pod has it, and with what opens the API. */
  static Map<String, String> environment(ApiAccess api) {
    Map<String, String> all = new LinkedHashMap<>(EnvironmentVariables.ofAllocator());
    all.putAll(api.environment());
    return all;
  }

  /** Waits until the process says that it is ready. */
  void awaitReady() {
    process().awaitReady(this::isReady, START_TIMEOUT);
  }

  private boolean isReady() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(address() + "/q/health/ready").toURL().openConnection();
      connection.setConnectTimeout(HTTP_TIMEOUT_MS);
      connection.setReadTimeout(HTTP_TIMEOUT_MS);
      int status = connection.getResponseCode();
      connection.disconnect();
      return status == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false;
    }
  }

  String function() {
    return function;
  }

  /** Base of its HTTP addresses. */
  String address() {
    return "http://127.0.0.1:" + port;
  }

  Path log() {
    return folder.resolve("function.log");
  }

  long pid() {
    return process().pid();
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** End of its log. */
  String logTail() {
    return process().logTail();
  }

  void killHard() {
    process().killHard();
  }

  void keep() {
    process().keep();
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }

  private ChildProcess process() {
    if (process == null) {
      throw new IllegalStateException("Expected " + function + " to have been started");
    }
    return process;
  }
}
