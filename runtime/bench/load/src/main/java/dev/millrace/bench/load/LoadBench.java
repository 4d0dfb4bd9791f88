package dev.millrace.bench.load;

import dev.millrace.bench.events.Shape;
import dev.millrace.bench.load.Contestants.Kind;
import dev.millrace.bench.load.Truth.Window;
import dev.millrace.services.KafkaBroker;
import dev.millrace.services.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
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

  @Option(names = "--keys", defaultValue = "100000", description = "How many users.")
  private int keys;

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

  /** Runs the rounds and prints a table. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new LoadBench()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (executable == null
        ? only.contains(Kind.MILLRACE_NATIVE)
        : !Files.isExecutable(executable)) {
      throw new IllegalArgumentException(
          "Expected a native executable of the stock application, but got: --native=" + executable);
    }
    Path folder = Files.createTempDirectory("millrace-bench");
    try (var broker = new KafkaBroker(folder.resolve("kafka"));
        var redis = new RedisServer(folder.resolve("redis"))) {
      broker.start();
      redis.start();
      String java = ProcessHandle.current().info().command().orElse("java");
      var contestants =
          new Contestants(
              java,
              project.toAbsolutePath(),
              executable == null ? null : executable.toAbsolutePath(),
              folder,
              broker.address(),
              redis.uri());
      try (var topics = new TestTopics(broker.address())) {
        System.out.printf("%s, logs in %s%n", shape, folder);
        if (kill) {
          recover(topics, contestants, folder);
        } else if (latencyAt > 0) {
          time(topics, contestants, folder);
        } else {
          run(topics, contestants, folder);
        }
      }
    }
    return 0;
  }

  private void run(TestTopics topics, Contestants contestants, Path folder) throws Exception {
    Feed feed = feed("events");
    topics.create(feed.topic());
    Map<Window, Long> truth = feed.fill(topics).totals();
    System.out.printf("%s, panes=%d%n", feed, truth.size());
    System.out.println(
        """
        | runner | round | events per CPU-second, warmed half | CPU s | garbage | wall s | first record s | peak MiB | output |
        |---|---|---|---|---|---|---|---|---|""");
    for (int round = 1; round <= rounds; round++) {
      for (Kind kind : kinds()) {
        Contestant contestant = contestants.of(kind, feed, suffix(round));
        if (contestant.hasPanes()) {
          topics.create(contestant.output());
        }
        Path log = folder.resolve(contestant.group() + ".log");
        print(contestant, round, new Run(topics, feed, contestant, log).measure(truth));
      }
    }
  }

  private void recover(TestTopics topics, Contestants contestants, Path folder) throws Exception {
    Map<Window, Long> truth = null;
    System.out.println(
        """
        | runner | round | local disk | killed to caught up s | usual lag, records | output |
        |---|---|---|---|---|---|""");
    for (int round = 1; round <= rounds; round++) {
      for (Kind kind : kinds().stream().filter(k -> k.survivesKill()).toList()) {
        for (boolean diskLost : new boolean[] {false, true}) {
          String run = suffix(round) + (diskLost ? "-lost" : "-kept");
          Feed feed = feed("events-" + kind.label() + "-" + run);
          truth = truth == null ? feed.truth() : truth;
          Contestant contestant = contestants.of(kind, feed, run);
          topics.create(contestant.input());
          topics.create(contestant.output());
          Path log = folder.resolve(contestant.group() + ".log");
          Recovery.Result result =
              new Recovery(topics, feed, contestant, diskLost, log).measure(truth);
          System.out.printf(
              "| %s | %d | %s | %.1f | %,d | %s |%n",
              contestant.name(),
              round,
              diskLost ? "lost" : "kept",
              result.caughtUpMs() / 1e3,
              result.usualLag(),
              verdict(result.difference()));
        }
      }
    }
  }

  private void time(TestTopics topics, Contestants contestants, Path folder) throws Exception {
    System.out.printf(
        """
        %,d events a second, %,d keys
        | runner | round | panes | p50 ms | p99 ms | p99.9 ms | longest ms | CPU s | output |
        |---|---|---|---|---|---|---|---|---|
        """,
        latencyAt, keys);
    for (int round = 1; round <= rounds; round++) {
      for (Kind kind : kinds().stream().filter(Kind::hasOnePanePerWindow).toList()) {
        Feed feed = feed("events-" + kind.label() + "-" + round);
        Contestant contestant = contestants.of(kind, feed, suffix(round));
        topics.create(contestant.input());
        topics.create(contestant.output());
        Path log = folder.resolve(contestant.group() + ".log");
        print(
            contestant,
            round,
            new Latency(topics, feed, contestant, latencyAt, log).measure(feed.truth()));
      }
    }
  }

  private static void print(Contestant contestant, int round, Latency.Result result) {
    Histogram micros = result.micros();
    System.out.printf(
        "| %s | %d | %,d | %.1f | %.1f | %.1f | %.1f | %.1f | %s |%n",
        contestant.name(),
        round,
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3,
        micros.getMaxValue() / 1e3,
        result.cpuSeconds(),
        verdict(result.difference()));
  }

  private Feed feed(String topic) {
    return new Feed(topic, byUser, new Workload(1, events, keys, zipf, stepMs), shape);
  }

  private String suffix(int round) {
    return shape.name().toLowerCase(Locale.ROOT) + "-" + round;
  }

  private List<Kind> kinds() {
    List<Kind> asked = only.isEmpty() ? List.of(Kind.values()) : only;
    return asked.stream()
        .filter(k -> k.can(shape, byUser))
        .filter(k -> k != Kind.MILLRACE_NATIVE || executable != null)
        .toList();
  }

  private static void print(Contestant contestant, int round, Run.Result result) {
    System.out.printf(
        "| %s | %d | %s | %.1f | %.1f %% | %.1f | %.1f | %d | %s |%n",
        contestant.name(),
        round,
        result.difference() == null ? "%,d".formatted(result.warmPerCpuSecond()) : "–",
        result.cpuSeconds(),
        100 * result.pauseSeconds() / Math.max(result.cpuSeconds(), 1e-9),
        result.wallMs() / 1e3,
        result.firstMs() / 1e3,
        result.peakMib(),
        verdict(result.difference()));
  }

  private static String verdict(@Nullable String difference) {
    return difference == null ? "right" : "wrong: " + difference;
  }
}
