package dev.millrace.bench.load;

import dev.millrace.bench.events.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The commands of all contestants: the same heap and collector, pinned to the same core.
 *
 * @param java the program that runs them
 * @param project its root, built
 * @param executable the stock application as a native one, if it takes part
 * @param folder of what they leave behind
 */
record Contestants(
    String java, Path project, @Nullable Path executable, Path folder, String kafka, String redis) {
  /** The collector's log goes among the process' own lines: see {@link Pauses}. */
  private static final List<String> JVM =
      List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-Xlog:gc");

  /** The same for an executable, which has the serial collector. */
  private static final List<String> NATIVE = List.of("-Xms1g", "-Xmx1g", "-XX:+PrintGC");

  private static final List<String> ONE_CORE = List.of("taskset", "-c", "1");

  /** A name for which there is a contestant. */
  enum Kind {
    POLL,
    PARSE,
    NAIVE,
    NAIVE_BINDING,
    MILLRACE_EXACTLY_ONCE,
    MILLRACE_AT_LEAST_ONCE,
    /** Exactly once, as the native executable that is named for it. */
    MILLRACE_NATIVE,
    STREAMS_EXACTLY_ONCE,
    STREAMS_AT_LEAST_ONCE,
    /** Exactly once, with a buffer that holds panes back. */
    STREAMS_SUPPRESS,
    /** Exactly once, with a pane for each change. */
    STREAMS_ON_UPDATE,
    FLINK_EXACTLY_ONCE,
    FLINK_AT_LEAST_ONCE;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Whether it has that workload. Streams asks for sessions to close by the clock, not by event
     * time: of a fast replay it loses some, unless they are held back.
     */
    boolean can(Shape shape, boolean byUser) {
      return switch (this) {
        case NAIVE, NAIVE_BINDING -> shape == Shape.TUMBLING && !byUser;
        case STREAMS_EXACTLY_ONCE, STREAMS_AT_LEAST_ONCE -> shape != Shape.SESSION;
        default -> true;
      };
    }

    private boolean hasPanes() {
      return this != POLL && this != PARSE;
    }

    /** Whether each window has one pane. */
    boolean hasOnePanePerWindow() {
      return hasPanes() && this != STREAMS_ON_UPDATE;
    }

    /** Whether what it has done outlives its process. */
    boolean survivesKill() {
      return !List.of(POLL, PARSE, NAIVE, NAIVE_BINDING, STREAMS_ON_UPDATE).contains(this)
          && guarantee().equals("exactly-once");
    }

    private String emission() {
      return switch (this) {
        case STREAMS_SUPPRESS -> "suppress";
        case STREAMS_ON_UPDATE -> "on-update";
        default -> "on-close";
      };
    }

    private String guarantee() {
      return name().endsWith("AT_LEAST_ONCE") ? "at-least-once" : "exactly-once";
    }
  }

  /**
   * A contestant.
   *
   * @param run tells runs apart: its names, topics and folders have it in them
   */
  Contestant of(Kind kind, Feed feed, String run) throws IOException {
    String name = kind.label() + "-" + run;
    String input = feed.topic();
    Shape shape = feed.shape();
    boolean byUser = feed.byUser();
    // Flink has its local state elsewhere, and uses none of it again.
    Path local = folder.resolve(name);
    boolean onePane = kind != Kind.STREAMS_ON_UPDATE;
    String panes = kind.hasPanes() ? name + "-panes" : "";
    return switch (kind) {
      case POLL, PARSE, NAIVE, NAIVE_BINDING ->
          new Contestant(
              kind.label(), name, input, panes, onePane, false, floor(kind, name, input), local);
      case MILLRACE_EXACTLY_ONCE, MILLRACE_AT_LEAST_ONCE, MILLRACE_NATIVE -> {
        List<String> command = millrace(kind, shape, byUser, name, input);
        String group = "default." + name;
        yield new Contestant(kind.label(), group, input, panes, onePane, byUser, command, local);
      }
      case STREAMS_EXACTLY_ONCE, STREAMS_AT_LEAST_ONCE, STREAMS_SUPPRESS, STREAMS_ON_UPDATE -> {
        List<String> command = streams(kind, shape, byUser, name, input);
        yield new Contestant(kind.label(), name, input, panes, onePane, byUser, command, local);
      }
      case FLINK_EXACTLY_ONCE, FLINK_AT_LEAST_ONCE -> {
        List<String> command = flink(kind, shape, name, input);
        yield new Contestant(kind.label(), name, input, panes, onePane, false, command, local);
      }
    };
  }

  private List<String> floor(Kind kind, String name, String input) {
    return command(
        List.of(),
        "runtime/bench/load",
        Floor.class.getName(),
        List.of(kafka, name, input, kind.name(), name + "-panes"));
  }

  private List<String> streams(Kind kind, Shape shape, boolean byUser, String name, String input) {
    return command(
        List.of(),
        "runtime/bench/kafka-streams",
        "dev.millrace.bench.kafkastreams.StreamsRunner",
        List.of(
            kafka,
            name,
            input,
            name + "-panes",
            shape.name(),
            kind.guarantee(),
            kind.emission(),
            byUser ? "user" : "record",
            folder.resolve(name).toString()));
  }

  private List<String> flink(Kind kind, Shape shape, String name, String input) {
    return command(
        List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + folder),
        "runtime/bench/flink",
        "dev.millrace.bench.flink.FlinkRunner",
        List.of(
            kafka,
            name,
            input,
            name + "-panes",
            shape.name(),
            kind.guarantee(),
            folder.resolve(name + "-checkpoints").toString()));
  }

  private List<String> command(
      List<String> options, String module, String main, List<String> arguments) {
    Path target = project.resolve(module).resolve("target");
    List<String> command = new ArrayList<>(ONE_CORE);
    command.add(java);
    command.addAll(JVM);
    command.addAll(options);
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.addAll(List.of("-cp", target.resolve("classes") + ":" + target.resolve("lib") + "/*"));
    command.add(main);
    command.addAll(arguments);
    return command;
  }

  private List<String> millrace(Kind kind, Shape shape, boolean byUser, String name, String input)
      throws IOException {
    String document =
        """
        name: %s
        %seventTime: {field: at, format: epoch-millis}
        window: %s
        watermarks: {outOfOrderness: 30s, idleTimeout: never}
        aggregates: {total: %s}
        topics: {input: %s, output: %s-panes}
        output: {times: epoch-millis}
        """
            .formatted(
                name,
                byUser ? "key: user\n" : "",
                window(shape),
                shape == Shape.SESSION ? "count" : "{sum: amount}",
                input,
                name);
    Path file = Files.writeString(folder.resolve(name + ".yaml"), document);
    boolean isNative = kind == Kind.MILLRACE_NATIVE;
    List<String> command = new ArrayList<>(ONE_CORE);
    command.add(isNative ? Objects.requireNonNull(executable).toString() : java);
    command.addAll(isNative ? NATIVE : JVM);
    String more = System.getProperty(isNative ? "bench.native" : "bench.jvm", "");
    if (!more.isEmpty()) {
      command.addAll(List.of(more.split(" ", -1)));
    }
    command.add("-Dkafka.bootstrap.servers=" + kafka);
    command.add("-Dquarkus.redis.hosts=" + redis);
    command.add("-Dquarkus.http.port=0");
    command.add("-Dquarkus.millrace.document=" + file);
    command.add("-Dquarkus.millrace.guarantee=" + kind.guarantee());
    command.add("-Dquarkus.millrace.state.directory=" + folder.resolve(name));
    command.add("-Dquarkus.millrace.checkpoints.location=" + folder.resolve("checkpoints").toUri());
    if (!isNative) {
      command.add("-jar");
      command.add(project.resolve("runtime/app/target/quarkus-app/quarkus-run.jar").toString());
    }
    return command;
  }

  private static String window(Shape shape) {
    return switch (shape) {
      case TUMBLING -> "{tumbling: {size: 5m}}";
      case SLIDING -> "{sliding: {size: 1h, slide: 5m}}";
      case SESSION -> "{session: {gap: 30s}}";
    };
  }
}
