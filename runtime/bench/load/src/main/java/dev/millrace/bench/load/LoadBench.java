package dev.millrace.bench.load;

import dev.millrace.bench.events.Shape;
import dev.millrace.bench.load.Contestants.Kind;
import dev.millrace.services.KafkaBroker;
import dev.millrace.services.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Millrace, its peers and the floors side by side, each checked against the truth. */
@Command(
    name = "run.sh",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Measures side by side, each contestant a process of its own on one core.")
public final class LoadBench implements Callable<Integer> {
  @Option(names = "--project", required = true, description = "The project, built.")
  private Path project = Path.of("");

  @Option(names = "--events", defaultValue = "2000000", description = "How many events.")
  private long events;

  @Option(
      names = "--keys",
      split = ",",
      defaultValue = "100000",
      description = "How many users; several for a curve.")
  private List<Integer> keys = List.of();

  @Option(
      names = "--partitions",
      split = ",",
      defaultValue = "4",
      description = "Partitions of the topics; several for a curve.")
  private List<Integer> partitions = List.of();

  @Option(
      names = "--zipf",
      defaultValue = "0",
      description = "Exponent of Zipf's law; 0 for uniform keys.")
  private double zipf;

  @Option(names = "--rounds", defaultValue = "3", description = "How often each runs.")
  private int rounds;

  @Option(
      names = "--shape",
      defaultValue = "TUMBLING",
      description = "The workload: ${COMPLETION-CANDIDATES}.")
  private Shape shape = Shape.TUMBLING;

  @Option(
      names = "--by-user",
      description = "The topic is keyed by something else, so records are re-keyed.")
  private boolean byUser;

  @Option(
      names = "--kill",
      description =
          "Kills each amid 4,000 events a second, and times how long it takes to catch up.")
  private boolean kill;

  @Option(
      names = "--all",
      description =
          "All workloads, starts, latencies, kills and data sets, with a summary of each; hours.")
  private boolean all;

  @Option(
      names = "--start",
      description = "Times each from the start of its process to its first pane, of few events.")
  private boolean start;

  @Option(
      names = "--data",
      description =
          "Only whether the output is right, of ${COMPLETION-CANDIDATES}: a fast replay, a jump of"
              + " event time by a day, a partition that falls silent.")
  private @Nullable Data data;

  @Option(
      names = "--latency",
      defaultValue = "0",
      description =
          "Sends so many events a second, and times how long after the record that completes a"
              + " window its panes are there.")
  private int latencyAt;

  @Option(
      names = "--step",
      defaultValue = "1",
      description = "Event time from one event to the next, in milliseconds.")
  private int stepMs;

  @Option(
      names = "--only",
      split = ",",
      description = "Those that run, of ${COMPLETION-CANDIDATES}; without it all that can.")
  private List<Kind> only = List.of();

  @Option(
      names = "--native",
      description = "The stock application as a native executable, for MILLRACE_NATIVE.")
  private @Nullable Path executable;

  @Option(
      names = "--aot",
      description = "The stock application as an AOT jar with its cache, for MILLRACE_AOT.")
  private @Nullable Path aotJar;

  @Option(names = "--aot-java", description = "The program of the JDK 25 that runs the AOT jar.")
  private @Nullable String aotJava;

  @Option(
      names = "--heap-start",
      description = "What the heaps of all are at the start (-Xms); without it they grow to 1 GiB.")
  private @Nullable String heapStart;

  /** Runs the rounds and prints a table. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new LoadBench()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Artifacts artifacts = artifacts();
    requireAll(artifacts);
    Path folder = Files.createTempDirectory("millrace-bench");
    try (var broker = new KafkaBroker(folder.resolve("kafka"));
        var redis = new RedisServer(folder.resolve("redis"))) {
      broker.start();
      redis.start();
      var contestants = new Contestants(artifacts, folder, broker.address(), redis.uri());
      try (var topics = new TestTopics(broker.address())) {
        System.out.printf("%s, logs in %s%n", shape, folder);
        for (int k : keys) {
          for (int p : partitions) {
            measure(
                new Setting(
                    topics, contestants, folder, workload(k, p), shape, byUser, kinds(), rounds));
          }
        }
      }
    }
    return 0;
  }

  private Workload workload(int users, int parts) {
    Data times = data == null ? Data.REPLAY : data;
    return new Workload(1, events, users, zipf, stepMs, times, parts);
  }

  private List<Kind> kinds() {
    if (!only.isEmpty()) {
      return only;
    }
    return Stream.of(Kind.values()).filter(k -> data != null || all || !k.isVariant()).toList();
  }

  private Artifacts artifacts() {
    return new Artifacts(
        ProcessHandle.current().info().command().orElse("java"),
        project.toAbsolutePath(),
        executable == null ? null : executable.toAbsolutePath(),
        aotJar == null ? null : aotJar.toAbsolutePath(),
        aotJava,
        heapStart);
  }

  private void requireAll(Artifacts artifacts) {
    List<Kind> missing = only.stream().filter(k -> !artifacts.has(k)).toList();
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected what is to run, but it is not named: %s; give --native or --aot"
              .formatted(missing));
    }
  }

  private void measure(Setting setting) throws Exception {
    if (all) {
      Everything.run(setting);
    } else if (kill) {
      Kills.run(setting);
    } else if (data != null) {
      DataSets.run(setting);
    } else if (start) {
      Starts.run(setting);
    } else if (latencyAt > 0) {
      Latencies.run(setting, latencyAt);
    } else {
      Summary.print("%s, %s".formatted(shape, setting.workload()), Throughput.run(setting));
    }
  }
}
