package dev.millrace.cli;

import dev.millrace.cli.kafka.Topics;
import dev.millrace.cli.reconcile.DocumentFunction;
import dev.millrace.services.ChildProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace run}. */
@Command(
    name = "run",
    description = {
      "Runs an application, or a document with the stock application.",
      "",
      "Without --local it needs Kafka and Redis; with it, both are started for as long as it runs."
          + " Ctrl-C stops it in an orderly way."
    })
final class RunCommand implements Callable<Integer> {
  /** Exit codes of an end by itself, by Ctrl-C and by SIGTERM. */
  private static final Set<Integer> ORDERLY = Set.of(0, 130, 143);

  @Mixin private final Output output = new Output();
  @Mixin private final Services services = new Services();

  @Parameters(
      paramLabel = "APP",
      description = "Quarkus application (folder or quarkus-run.jar), or a document (YAML, JSON).")
  private Path application;

  @Option(names = "--local", description = "Start Kafka and Redis, and use these.")
  private boolean local;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".millrace",
      description = "With --local: folder for their data and checkpoints. Default: ./.millrace.")
  private Path data;

  @Option(
      names = "--topic",
      paramLabel = "NAME[:N]",
      converter = TopicConverter.class,
      description = "Create a topic, of N (4) partitions, if it is not there.")
  private List<Topics.Wanted> topics = new ArrayList<>();

  @Option(
      names = "--checkpoints",
      paramLabel = "URI",
      description = {"Where checkpoints go, as file:///folder or", "s3://bucket/prefix."})
  private @Nullable String checkpoints;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port of health, metrics and the HTTP API. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A configuration property of the application. Other users see it in the list of"
              + " processes: secrets belong in the environment.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  RunCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    List<Topics.Wanted> wanted = wanted(); // what is wrong is told before anything starts
    Application app = runnable();
    try (Shutdown shutdown = new Shutdown()) {
      if (!local) {
        Topics.create(services.kafka(), wanted);
        return run(app, shutdown, services.properties(), checkpoints);
      }
      LocalStack stack = start(shutdown);
      Topics.create(stack.kafkaProperties(), wanted);
      String location = checkpoints == null ? stack.checkpoints() : checkpoints;
      return run(app, shutdown, stack.properties(), location);
    }
  }

  private LocalStack start(Shutdown shutdown) {
    LocalStack stack = new LocalStack(data);
    shutdown.first(stack::close);
    output.note("starting Kafka and Redis in " + data);
    stack.start();
    output.note("Kafka " + stack.bootstrap() + ", Redis " + stack.redisUri());
    return stack;
  }

  /**
   * Runs it to its end. Ctrl-C reaches it directly, a SIGTERM to this process is passed on; either
   * way this process ends after it, and the local services last.
   */
  private int run(
      Application app,
      Shutdown shutdown,
      Map<String, String> connections,
      @Nullable String location)
      throws InterruptedException {
    List<String> command =
        app.command(ChildProcess.javaCommand(), Application.nativeAccess(), properties(location));
    ChildProcess process =
        ChildProcess.attached("the application", command, environment(connections));
    shutdown.first(process::close);
    int code = process.process().waitFor();
    if (!ORDERLY.contains(code)) {
      throw new CliException("The application ended with exit code " + code);
    }
    return ExitCodes.OK;
  }

  /** What connects it may be secret: passwords of Kafka, and of Redis in its address. */
  private Map<String, String> environment(Map<String, String> connections) {
    Map<String, String> all = EnvironmentVariables.of(connections);
    all.putAll(apiToken());
    all.putAll(EnvironmentVariables.ofAllocator());
    return all;
  }

  /** On local services the API is opened by a token of this run, unless one is set. */
  private Map<String, String> apiToken() {
    boolean isSet =
        settings.containsKey(ApiAccess.PROPERTY) || System.getenv(ApiAccess.VARIABLE) != null;
    if (!local || isSet) {
      return Map.of();
    }
    ApiAccess access = ApiAccess.random();
    output.note("HTTP API: " + access.command("http://localhost:" + port));
    return access.environment();
  }

  private Map<String, String> properties(@Nullable String location) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("quarkus.http.port", Integer.toString(port));
    all.put("quarkus.millrace.namespace", services.namespace());
    if (location != null) {
      all.put("quarkus.millrace.checkpoints.location", location);
    }
    if (isDocument()) {
      all.put("quarkus.millrace.document", application.toAbsolutePath().toString());
    }
    all.putAll(settings);
    return all;
  }

  private Application runnable() {
    return isDocument() ? Application.ofSourceTree("runtime/app") : Application.of(application);
  }

  private boolean isDocument() {
    return DocumentFunction.isDocument(application);
  }

  /** Those asked for, and on local services, which begin empty, those that a document reads. */
  private List<Topics.Wanted> wanted() {
    List<Topics.Wanted> all = new ArrayList<>(topics);
    List<String> inputs =
        isDocument() ? DocumentFunction.read(application).topics().inputs() : List.of();
    for (String input : inputs) {
      if (local && topics.stream().noneMatch(t -> t.name().equals(input))) {
        all.add(TopicConverter.ofDefaultSize(input));
      }
    }
    return all;
  }
}
