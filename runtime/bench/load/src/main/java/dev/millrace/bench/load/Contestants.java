package dev.millrace.bench.load;

import dev.millrace.bench.events.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The commands of all contestants: the same heap and collector, pinned to the same core.
 *
 * @param folder of what they leave behind
 */
record Contestants(Artifacts artifacts, Path folder, String kafka, String redis) {
  /** The function of the application that has no windows. */
  private static final String STATELESS = "large-purchases";

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
    /** Exactly once, as the AOT jar that is named for it, on JDK 25. */
    MILLRACE_AOT,
    STREAMS_EXACTLY_ONCE,
    STREAMS_AT_LEAST_ONCE,
    /** Exactly once, with a buffer that holds panes back. */
    STREAMS_SUPPRESS,
    /** Exactly once, with a pane for each change. */
    STREAMS_ON_UPDATE,
    /** Exactly once, on close, without any setting for a fast replay; for data sets only. */
    STREAMS_AS_IT_IS,
    /** Exactly once, on close, keeping windows for two days; for data sets only. */
    STREAMS_RETENTION,
    FLINK_EXACTLY_ONCE,
    FLINK_AT_LEAST_ONCE,
    /** Exactly once, passing over partitions that are silent for 5 s; for data sets only. */
    FLINK_IDLENESS;

    private static final Set<Kind> WITHOUT_WINDOWS =
        EnumSet.of(
            POLL,
            PARSE,
            NAIVE,
            NAIVE_BINDING,
            MILLRACE_EXACTLY_ONCE,
            MILLRACE_AT_LEAST_ONCE,
            STREAMS_EXACTLY_ONCE,
            STREAMS_AT_LEAST_ONCE,
            FLINK_EXACTLY_ONCE,
            FLINK_AT_LEAST_ONCE);

    boolean isMillrace() {
      return name().startsWith("MILLRACE");
    }

    /** Whether it is there to show what a setting does to the output, not how fast it is. */
    boolean isVariant() {
      return this == STREAMS_AS_IT_IS || this == STREAMS_RETENTION || this == FLINK_IDLENESS;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Whether it has that workload. Streams asks for sessions to close by the clock, not by event
     * time: of a fast replay it loses some, unless they are held back. Without windows there is
     * nothing to emit early or late, and Millrace's function is an application of its own.
     */
    boolean can(Shape shape, boolean byUser) {
      if (shape == Shape.STATELESS) {
        return !byUser && WITHOUT_WINDOWS.contains(this);
      }
      return switch (this) {
        case NAIVE, NAIVE_BINDING -> !byUser;
        case STREAMS_EXACTLY_ONCE, STREAMS_AT_LEAST_ONCE, STREAMS_AS_IT_IS, STREAMS_RETENTION ->
            shape != Shape.SESSION;
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
        case STREAMS_AS_IT_IS -> "as-it-is";
        case STREAMS_RETENTION -> "retention";
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
              kind.label(),
              name,
              input,
              panes,
              onePane,
              false,
              floor(kind, shape, name, input),
              local);
      case MILLRACE_EXACTLY_ONCE, MILLRACE_AT_LEAST_ONCE, MILLRACE_NATIVE, MILLRACE_AOT -> {
        boolean windows = shape != Shape.STATELESS;
        List<String> command = windows ? millrace(kind, feed, name) : stateless(kind, feed, name);
        String group = windows ? "default." + name : name + "." + STATELESS;
        yield new Contestant(kind.label(), group, input, panes, onePane, byUser, command, local);
      }
      case STREAMS_EXACTLY_ONCE,
          STREAMS_AT_LEAST_ONCE,
          STREAMS_SUPPRESS,
          STREAMS_ON_UPDATE,
          STREAMS_AS_IT_IS,
          STREAMS_RETENTION -> {
        List<String> command = streams(kind, shape, byUser, name, input);
        yield new Contestant(kind.label(), name, input, panes, onePane, byUser, command, local);
      }
      case FLINK_EXACTLY_ONCE, FLINK_AT_LEAST_ONCE, FLINK_IDLENESS -> {
        List<String> command = flink(kind, shape, name, input);
        yield new Contestant(kind.label(), name, input, panes, onePane, false, command, local);
      }
    };
  }

  private List<String> floor(Kind kind, Shape shape, String name, String input) {
    return command(
        List.of(),
        "runtime/bench/load",
        Floor.class.getName(),
        List.of(kafka, name, input, kind.name(), name + "-panes", shape.name()));
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
            folder.resolve(name + "-checkpoints").toString(),
            kind == Kind.FLINK_IDLENESS ? "5" : "0"));
  }

  private List<String> command(
      List<String> options, String module, String main, List<String> arguments) {
    Path target = artifacts.project().resolve(module).resolve("target");
    List<String> command = new ArrayList<>(ONE_CORE);
    command.addAll(artifacts.jvm());
    command.addAll(options);
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.addAll(List.of("-cp", target.resolve("classes") + ":" + target.resolve("lib") + "/*"));
    command.add(main);
    command.addAll(arguments);
    return command;
  }

  private List<String> millrace(Kind kind, Feed feed, String name) throws IOException {
    Shape shape = feed.shape();
    String document =
        """
        name: %s
        %seventTime: {field: at, format: epoch-millis}
        window: %s
        watermarks: {outOfOrderness: 30s, idleTimeout: %s}
        aggregates: {total: %s}
        topics: {input: %s, output: %s-panes}
        output: {times: epoch-millis}
        """
            .formatted(
                name,
                feed.byUser() ? "key: user\n" : "",
                window(shape),
                feed.workload().data() == Data.SILENT_PARTITION ? "5s" : "never",
                shape == Shape.SESSION ? "count" : "{sum: amount}",
                feed.topic(),
                name);
    Path file = Files.writeString(folder.resolve(name + ".yaml"), document);
    List<String> command = new ArrayList<>(ONE_CORE);
    command.addAll(
        artifacts.stock(
            kind, properties(kind, name, List.of("-Dquarkus.millrace.document=" + file))));
    return command;
  }

  private List<String> stateless(Kind kind, Feed feed, String name) {
    List<String> command = new ArrayList<>(ONE_CORE);
    command.addAll(
        artifacts.stateless(
            properties(
                kind,
                name,
                List.of(
                    "-Dquarkus.millrace.namespace=" + name,
                    "-Dmp.messaging.incoming." + STATELESS + ".topic=" + feed.topic(),
                    "-Dmp.messaging.outgoing." + STATELESS + ".topic=" + name + "-panes"))));
    return command;
  }

  private List<String> properties(Kind kind, String name, List<String> more) {
    List<String> properties = new ArrayList<>(more);
    properties.addAll(
        List.of(
            "-Dkafka.bootstrap.servers=" + kafka,
            "-Dquarkus.redis.hosts=" + redis,
            "-Dquarkus.http.port=0",
            "-Dquarkus.millrace.guarantee=" + kind.guarantee(),
            "-Dquarkus.millrace.state.directory=" + folder.resolve(name),
            "-Dquarkus.millrace.checkpoints.location=" + folder.resolve("checkpoints").toUri()));
    return properties;
  }

  private static String window(Shape shape) {
    return switch (shape) {
      case TUMBLING -> "{tumbling: {size: 5m}}";
      case SLIDING -> "{sliding: {size: 1h, slide: 5m}}";
      case SESSION -> "{session: {gap: 30s}}";
      case STATELESS ->
          throw new IllegalArgumentException("Expected a shape with windows: " + shape);
    };
  }
}
